/**
 * What a service does differently from its own model, as data: the order in which members are
 * visited, limits that the model does not know, sentences with another wording. A site is
 * `Structure.Member`, or `Map.value` for the values of a map.
 *
 * The compilers get the quirks of one service, so a rule never affects an operation or a structure
 * of the same name in another.
 */
import type { Wording } from './constraint-failures.js'
import type { Shapes } from './shape.js'

/** The input of the compilers: a service's shapes, and where it departs from them. */
export interface Compiling {
  readonly shapes: Shapes
  readonly quirks: Quirks
}

/** A required member, and what is expected of it in the words of the service. */
export interface StrictMember {
  readonly name: string
  readonly expected: 'a string' | 'a sequence' | 'i32'
}

export interface Quirks {
  /** The prefix of the names of its structures and of its own errors. */
  readonly namespace?: string
  /** By error: the member that holds its message, if it differs from the model. */
  readonly messageMembers?: ByName<'message' | 'Message'>
  /** By operation: the members of inputs that are read strictly, in the order in which they are missed. */
  readonly strictInputs?: ByName<readonly StrictMember[]>
  /** Whether every answer has a CRC32 of its body. */
  readonly checksums?: boolean
  /** Whether its request ids are 52 letters and digits; those of other services are UUIDs. */
  readonly letteredRequestIds?: boolean
  /** Whether whole doubles and times have a fraction in JSON, too: `41.0`. */
  readonly writesFractions?: boolean
  /** Members that come first, in this order; the others follow in the model's order. */
  readonly memberOrders?: ByName<readonly string[]>
  /** By operation: the orders that differ from those. */
  readonly operationOrders?: ByName<ByName<readonly string[]>>
  /** By structure: members that only the service's own model has. Failures print them as null. */
  readonly unpublishedMembers?: ByName<readonly string[]>
  /** Enums that are printed in a different order from the model's. */
  readonly printedEnums?: ByName<readonly string[]>
  /** By site: limits that replace those of the model or add to them. */
  readonly siteLimits?: ByName<Limits>
  /** Shapes whose constraints the operations check themselves, in sentences of their own. */
  readonly ownChecks?: ReadonlySet<string>
  /** Shapes of texts whose patterns the operations check themselves. */
  readonly ownPatterns?: ReadonlySet<string>
  /**
   * Whether failures repeat no texts and no lists, and a list of texts reports a bad one as a failure of
   * its own.
   */
  readonly hidesTexts?: boolean
  /** Sites of texts whose length is reported before their pattern; usually it is the reverse. */
  readonly lengthFirst?: ReadonlySet<string>
  /** By map: the lengths of its values, which are reported as a failure of the map. */
  readonly mapValueLimits?: ByName<{ readonly min: number; readonly max: number }>
  /** By map whose keys are table names. */
  readonly tableKeyWordings?: ByName<TableKeyWording>
  /** By site: the wording of a failed minimum or maximum, if it is not the usual one. */
  readonly siteWordings?: ByName<{ readonly below: Wording; readonly above: Wording }>
  /** By site: the enum as a failure prints it that names neither the value nor its place. */
  readonly bareEnums?: ByName<readonly string[]>
  /**
   * By structure: members required unless another one is present, which the model cannot express.
   */
  readonly requiredUnless?: ByName<RequiredUnless>
  /** By operation: reports fewer failures than the usual ten. */
  readonly failuresMax?: ByName<number>
  /** By operation: how a bad table name is reported, if not in the usual way. */
  readonly tableNameRules?: ByName<TableNameRule>
  /** By operation: inputs that are still checked as they were before 2026. */
  readonly olderConstraints?: ByName<OlderConstraints>
  /** The shapes of members called TableName that hold a table's name. */
  readonly tableNameShapes?: ReadonlySet<string>
  /** By operation: a check that runs before all others. */
  readonly leads?: ByName<Lead>
}

type ByName<T> = { readonly [name: string]: T }

export const noQuirks: Quirks = {}

export interface Limits {
  readonly min?: number
  readonly max?: number
  readonly pattern?: string
  readonly values?: readonly string[]
}

export interface RequiredUnless {
  readonly unless: string
  readonly members: readonly string[]
}

/**
 * How a map reports a key that cannot be a table name: printed as JSON or as Java prints it, and
 * among other failures or only if there are none.
 */
export interface TableKeyWording {
  readonly printed: 'json' | 'java'
  readonly yieldsToOthers: boolean
}

export interface TableNameRule {
  /** A bad name is reported before all other failures, and without them. */
  readonly alone: boolean
  /** A missing name has its own sentence. */
  readonly bareMissing: boolean
  /** Whether the length is told before the pattern. */
  readonly lengthFirst: boolean
  /** An empty name fails only a minimum of one. */
  readonly emptyIsShort: boolean
  /** An empty name is reported before all other failures, without them and without its value. */
  readonly emptyAlone: boolean
}

/**
 * All failures are reported together, each with its value, if this member is missing or if a value
 * is nested too deeply for the newer checks.
 */
export interface OlderConstraints {
  readonly without: string
  readonly memberOrder?: readonly string[]
}

/**
 * Throws if the input must be refused at once. Returns false if the operation itself refuses it.
 */
export type Lead = (input: object) => boolean
