import { fileURLToPath } from "node:url";
import express from "express";
import nunjucks from "nunjucks";
import { readFields } from "./person.mjs";

const app = express();
nunjucks.configure(fileURLToPath(new URL(".", import.meta.url)), {
  autoescape: true,
  express: app,
});
app.get("/", (_request, response, next) => {
  readFields().then((fields) => response.render("express.njk", { fields }), next);
});
app.listen(Number(process.env.PORT), process.env.HOST);
