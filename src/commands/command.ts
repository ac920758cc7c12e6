/** A command as data: its options in groups, its examples, and its handler. */
import type { Io } from "../io.ts";
import { type Flags, type Given, readFlags, refuseCombinations, type Values } from "./flag.ts";

/** Options under one heading in `--help`. */
type FlagGroup = {
  readonly heading: string;
  readonly flags: Flags;
  /** Whether several commands have the group: `migrations help options` then describes it, not `--help`. */
  readonly isCommon?: boolean;
};

/** What a command gets besides its options. */
export type Invocation = {
  io: Io;
  /** The arguments that are not options, at most `takesArgs`. */
  args: readonly string[];
  /** The arguments after `--`; absent without `--`. */
  childCommand: readonly string[] | undefined;
  /** The texts of the options that were given. */
  given: Given;
  /**
   * Returns a command line with the options that were given.
   * @param flags the options to include. Default: all
   * @param changed options with other texts than were given. Default: none
   */
  spell: (command: string, flags?: Flags, changed?: Given) => string;
};

export type Command = {
  /** Default: the options alone. */
  readonly usage?: string;
  /** How many arguments that are not options it takes. Default: 0. */
  readonly takesArgs?: number;
  readonly examples: readonly string[];
  /** Lines below the description in `--help`. Default: none. */
  readonly about?: readonly string[];
  /** Lines below the options in `--help`. */
  readonly footer?: readonly string[];
  readonly groups: readonly FlagGroup[];
  /** Runs the command and returns its exit status. */
  readonly run: (given: Given, invocation: Invocation) => Promise<number>;
};

type AllOf<G extends readonly FlagGroup[]> = Intersection<G[number]["flags"]>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I extends Flags
    ? I
    : never
  : never;

/** The values of the options in groups. */
export type FlagsIn<G extends readonly FlagGroup[]> = Values<AllOf<G>>;

/** Defines a command; its options are checked for conflicts and read before it runs. */
export function defineCommand<const G extends readonly FlagGroup[]>(
  definition: Omit<Command, "run" | "groups"> & {
    groups: G;
    run: (flags: FlagsIn<G>, invocation: Invocation) => Promise<number>;
  },
): Command {
  const { run, ...command } = definition;
  const flags = flagsOf(command) as AllOf<G>;
  return {
    ...command,
    run: async (given, invocation) => {
      refuseCombinations(flags, given);
      return run(readFlags(flags, given), invocation);
    },
  };
}

/** All options of a command, in order. */
export function flagsOf({ groups }: Pick<Command, "groups">): Flags {
  return Object.fromEntries(groups.flatMap(({ flags }) => Object.entries(flags)));
}
