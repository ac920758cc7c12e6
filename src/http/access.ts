/** Who may ask: the API key (HTTP Basic, RFC 7617) and, without one, the rule for the `Host` header. */
import { createHash, timingSafeEqual } from "node:crypto";
import { API_USER, ApiKey } from "../access/api-key.ts";
import { isLoopbackHost } from "../access/loopback.ts";
import { misdirected, type Problem, unauthorized } from "./problem.ts";

/** How access is granted. */
export type AccessOptions = {
  /** The key that every request must carry. Default: none. */
  apiKey?: string;
  /** Answers any client without a key. Default: only requests to a loopback name are answered without one. */
  allowAnonymous?: boolean;
};

/** What the rules look at. */
type AccessRequest = { host: string; authorization: string | undefined };

/** Makes the rule for a server: it gives the problem of a request that is not to be answered. */
export function accessRule({
  apiKey,
  allowAnonymous = false,
}: AccessOptions): (request: AccessRequest) => Problem | undefined {
  if (apiKey !== undefined) return keyRule(apiKey);
  return allowAnonymous ? () => undefined : loopbackRule;
}

function keyRule(apiKey: string): (request: AccessRequest) => Problem | undefined {
  const expected = digest(`${API_USER}:${apiKey}`);
  const usual = Buffer.from(new ApiKey(apiKey).authorization, "latin1");
  const probe = Buffer.alloc(usual.length);
  return ({ authorization }) => {
    // The header as nearly every client writes it; digests cost more than all else of a look-up.
    if (authorization?.length === usual.length) {
      probe.write(authorization, "latin1");
      if (timingSafeEqual(probe, usual)) return undefined;
    }
    const given = credentials(authorization);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    return unauthorized(given !== undefined);
  };
}

/** A page on the web can send requests to loopback under a name of its own (DNS rebinding): such names are turned away. */
function loopbackRule({ host }: AccessRequest): Problem | undefined {
  if (isLoopbackHost(host)) return undefined;
  return misdirected();
}

/** The text `user:password` of a Basic header, or `undefined` where the header is another. */
function credentials(authorization: string | undefined): string | undefined {
  const match = /^basic +([a-z0-9+/_-]+={0,2}) *$/i.exec(authorization ?? "");
  return match ? Buffer.from(match[1], "base64").toString("utf8") : undefined;
}

/** Digests are of one length whatever was given, so comparing them tells nothing about the key. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
