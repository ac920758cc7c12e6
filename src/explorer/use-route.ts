/** What the URL says is looked at: back, forward and links change it. */
import { useEffect, useState } from "preact/hooks";
import { type Route, readRoute } from "./route.ts";

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  return readRoute(hash);
}
