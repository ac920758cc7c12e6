/** JSON Schemas for the OpenAPI document, and the TypeScript types that follow from them. */

export const STRING = { type: "string" } as const;
/** A text or null. */
export const TEXT = { type: ["string", "null"] } as const;
export const COUNT = { type: "integer", minimum: 0 } as const;
export const FLAG = { type: "boolean" } as const;
export const ID = { type: "integer", format: "int32" } as const;
export const KEY = {
  type: "string",
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  description: "A GUID in lower case, with hyphens.",
} as const;

/** A schema of the document, by its name. */
export function reference<const N extends string>(name: N) {
  return { $ref: `#/components/schemas/${name}` } as const;
}

export function listOf<S extends object>(items: S, description?: string) {
  return { type: "array", description, items } as const;
}

/** An object that has no other members. */
export function object<const R extends object, const O extends object = object>(
  required: R,
  optional?: O,
): ObjectSchema<R, O> {
  return {
    type: "object",
    required: Object.keys(required) as (keyof R)[],
    properties: { ...required, ...optional } as R & O,
    additionalProperties: false,
  };
}

type ObjectSchema<R, O> = {
  type: "object";
  required: (keyof R)[];
  properties: R & O;
  additionalProperties: false;
};

type Primitives = { string: string; integer: number; number: number; boolean: boolean; null: null };

/** The type of what a schema describes. @param Named the schemas that it may refer to */
export type Static<S, Named> = S extends {
  $ref: `#/components/schemas/${infer N extends keyof Named & string}`;
}
  ? Static<Named[N], Named>
  : S extends { enum: readonly (infer V)[] }
    ? V
    : S extends { items: infer I }
      ? Static<I, Named>[]
      : S extends { required: (infer K)[]; properties: infer P }
        ? { -readonly [N in keyof P as N extends K ? N : never]: Static<P[N], Named> } & {
            -readonly [N in keyof P as N extends K ? never : N]?: Static<P[N], Named>;
          }
        : S extends { additionalProperties: infer V }
          ? Record<string, Static<V, Named>>
          : S extends { type: readonly (infer T extends keyof Primitives)[] }
            ? Primitives[T]
            : S extends { type: infer T extends keyof Primitives }
              ? Primitives[T]
              : never;
