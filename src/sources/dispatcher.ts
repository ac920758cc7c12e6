/** How connections to a remote are made: kept alive, over TLS that trusts what it is told to, through proxies. */
import { rootCertificates } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { UsageError } from "../errors.ts";

export type ConnectionOptions = {
  /** How long connecting may take, in seconds. */
  timeout: number;
  /** Certificates in PEM that are trusted beside those that come with Node. Default: none. */
  ca?: string;
  /** Takes any certificate. Default: false. */
  insecure?: boolean;
  /** Proxies for plain and for TLS connections, and the hosts that are reached without; as in the variables. */
  proxies?: { http?: string; https?: string; except?: string };
};

/** @throws UsageError where a proxy's URL is none */
export function createDispatcher({ timeout, ca, insecure, proxies }: ConnectionOptions): Dispatcher {
  const tls = {
    timeout: timeout * 1000,
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  };
  if (!proxies?.http && !proxies?.https) return new Agent({ connect: tls });
  try {
    return new EnvHttpProxyAgent({
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      // Many proxies refuse CONNECT to plain HTTP's port.
      proxyTunnel: false,
      httpProxy: proxies.http ?? "",
      httpsProxy: proxies.https ?? "",
      noProxy: proxies.except ?? "",
    });
  } catch {
    throw new UsageError("HTTP_PROXY or HTTPS_PROXY is no URL: it looks like http://proxy.example:3128");
  }
}
