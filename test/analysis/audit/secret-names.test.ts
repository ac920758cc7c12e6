/** `isSecretName`. */
import { expect, it } from "vitest";
import { isSecretName } from "../../../src/site/secrets.ts";

it.each([
  "password",
  "smtpPassword",
  "SMTP_PWD",
  "apiKey",
  "apikey",
  "API key",
  "googleMapsAPIKey",
  "api-key-2",
  "clientSecret",
  "SecretKey",
  "accessToken",
  "csrf_token",
  "connectionString",
  "dbCredentials",
  "privateKey",
])("isSecretName is true for %j", (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each([
  "title",
  "keyFacts",
  "secretary",
  "tokenizer",
  "compass",
  "apiUrl",
  "keywords",
  "primaryKey",
  "bypass",
  "",
])("isSecretName is false for %j", (name) => {
  expect(isSecretName(name)).toBe(false);
});
