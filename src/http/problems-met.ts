/** The problems that any operation's client may meet, in the very words in which they are told and described. */
import { API_USER } from "../api-key.ts";
import type { Kind } from "../operations.ts";
import { describeType, type TypeTarget } from "../schema/find-type.ts";
import { describeTarget, type Target } from "../source.ts";
import type { Problem } from "./problem.ts";

const CHALLENGE = 'Basic realm="migrations", charset="UTF-8"';

/** @param hasCredentials whether the request has some, but others */
export function unauthorized(hasCredentials: boolean): Problem {
  return {
    name: "unauthorized",
    detail: hasCredentials
      ? `The credentials are not those of this server: the user is "${API_USER}", the password the API key.`
      : `This server asks for HTTP Basic authentication: user "${API_USER}", password = the API key.`,
    headers: { "WWW-Authenticate": CHALLENGE },
  };
}

export function misdirected(): Problem {
  return {
    name: "misdirected",
    detail:
      "This server answers only requests to localhost or a loopback address. " +
      "To be reached under another name it needs an API key (--api-key-file) or --allow-anonymous.",
  };
}

export function wrongMethod(method: string): Problem {
  return {
    name: "method-not-allowed",
    detail: `${method} is not allowed here: what is served is read with GET or HEAD.`,
    headers: { Allow: "GET, HEAD" },
  };
}

/** @param hint a sentence more, with a space before it */
export function noSuchNode(kind: Kind, target: Target, hint = ""): Problem {
  return { name: "no-such-node", detail: `There is no ${describeTarget(kind, target)}.${hint}` };
}

/** @param hint a sentence more, with a space before it */
export function noSuchType(kind: Kind, target: TypeTarget, hint = ""): Problem {
  return { name: "no-such-type", detail: `There is no ${describeType(kind, target)}.${hint}` };
}

export function internalFault(): Problem {
  return { name: "internal", detail: "The server has met a fault of its own." };
}

/** @param percent the share of the requests that fail so */
export function failedOnPurpose(status: number, percent: number): Problem {
  return {
    name: "failed-on-purpose",
    status,
    detail: `This server was told to let ${percent} % of the requests fail with ${status} (--fail): try again.`,
  };
}
