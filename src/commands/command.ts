/** A command as data: its flags in groups, its examples, and what runs it. */
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Flags, type Given, nameOfFlag, readFlags, type Values } from "./flag.ts";

/** Flags that stand together in `--help`. */
type FlagGroup = {
  readonly heading: string;
  readonly flags: Flags;
  /** Whether several commands have the group: `--help` gives only the names of its flags, and `--help --all` all of it. */
  readonly isCommon?: boolean;
};

/** What a command is given beside its flags. */
export type Invocation = {
  io: Io;
  /** Those that stand behind no flag, as many as the command takes at most. */
  words: readonly string[];
  /** What stands behind `--`, where there is one. */
  behind: readonly string[] | undefined;
  /** The texts of the flags that were given. */
  given: Given;
  /** Spells out a command line with the flags that were given: those of `flags`, default all. */
  spell: (command: string, flags?: Flags) => string;
};

export type Command = {
  /** Default: the options alone. */
  readonly usage?: string;
  /** How many words may stand behind no flag. Default: none. */
  readonly takesWords?: number;
  readonly examples: readonly string[];
  /** Lines that stand below the options in `--help`. */
  readonly footer?: readonly string[];
  readonly groups: readonly FlagGroup[];
  /** Runs it, and gives its exit status. */
  readonly run: (given: Given, invocation: Invocation) => Promise<number>;
};

type AllOf<G extends readonly FlagGroup[]> = Intersection<G[number]["flags"]>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I extends Flags
    ? I
    : never
  : never;

/** What the flags of groups give where they are given. */
export type FlagsIn<G extends readonly FlagGroup[]> = Values<AllOf<G>>;

/** Two flags that do not go together, by their names in camel case, and why. */
type Conflict = { flags: readonly [string, string]; reason: string };

/** Defines a command, whose flags are read, and looked at for what does not go together, before it runs. */
export function defineCommand<const G extends readonly FlagGroup[]>(
  definition: Omit<Command, "run" | "groups"> & {
    groups: G;
    conflicts?: readonly Conflict[];
    run: (flags: FlagsIn<G>, invocation: Invocation) => Promise<number>;
  },
): Command {
  const { run, conflicts = [], ...command } = definition;
  const flags = flagsOf(command) as AllOf<G>;
  return {
    ...command,
    run: async (given, invocation) => {
      for (const conflict of conflicts) refuse(conflict, flags, given);
      return run(readFlags(flags, given), invocation);
    },
  };
}

/** All flags of a command, in their order. */
export function flagsOf({ groups }: Pick<Command, "groups">): Flags {
  return Object.fromEntries(groups.flatMap(({ flags }) => Object.entries(flags)));
}

function refuse({ flags: names, reason }: Conflict, flags: Flags, given: Given): void {
  if (names.some((name) => given[name] === undefined)) return;
  throw new UsageError(`${names.map((name) => nameOfFlag(flags[name])).join(" and ")} ${reason}`);
}
