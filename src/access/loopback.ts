/** Which hosts are this machine, whatever its name is. */

const LOOPBACK_HOST = /^(?:(?:[^:@/]+\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i;

/** @param host as a URL or a Host header has it, with or without a port */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** @param address a name or an address to listen on, without a port and without brackets */
export function isLoopbackAddress(address: string): boolean {
  const url = `http://[${address}]`;
  return isLoopbackHost(URL.canParse(url) ? new URL(url).host : address);
}
