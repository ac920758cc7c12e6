/** Which connections a command makes to a remote: told by flags, and by the variables that name proxies. */
import { UsageError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import type { ConnectionOptions } from "../sources/dispatcher.ts";
import type { Values } from "./flag.ts";
import { readTextFile } from "./read-input.ts";
import type { ASKING_FLAGS } from "./shared-flags.ts";

/**
 * Says on stderr what is not safe about it.
 * @param timeout in seconds
 * @throws UsageError where the certificates cannot be read
 */
export function readConnection(
  { caFile, insecure }: Values<Pick<typeof ASKING_FLAGS, "caFile" | "insecure">>,
  timeout: number,
  io: Io,
): ConnectionOptions {
  if (insecure)
    writeError(io, "warning: --insecure: the server's certificate is not checked, so it may be anyone");
  return {
    timeout,
    insecure,
    ca: caFile === undefined ? undefined : readCertificates(caFile),
    proxies: {
      http: variable(io, "http_proxy"),
      https: variable(io, "https_proxy"),
      except: variable(io, "no_proxy"),
    },
  };
}

function readCertificates(path: string): string {
  const text = readTextFile(path, `--ca-file cannot be read from ${path}`);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca-file ${path} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`);
}

/** Both spellings are in use; the lower-case one is the older and wins. */
function variable({ env }: Io, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}
