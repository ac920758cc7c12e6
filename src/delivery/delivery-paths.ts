/** Where the Content Delivery API is served. */
import type { Kind } from "../operations.ts";

/** Where Umbraco has all versions of the API, in lower case. */
export const DELIVERY_ROOT = "/umbraco/delivery/api";
/** The path of the API, in lower case. */
export const DELIVERY_BASE = `${DELIVERY_ROOT}/v2`;
/** The path of the OpenAPI document, in lower case. */
export const DELIVERY_DOCUMENT = "/umbraco/openapi/delivery.json";

/** The path of a node. */
export function deliveryPath(kind: Kind, key: string): string {
  return `${DELIVERY_BASE}/${kind}/item/${key}`;
}
