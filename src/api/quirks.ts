/**
 * What a service does differently from its own model, as data: the order in which members are
 * visited, limits the model does not know, sentences that are worded in another way. A site is
 * `Structure.Member`, or `Map.value` for the values of a map.
 *
 * The compilers are handed the quirks of one service, so a rule never reaches an operation or a
 * structure of the same name in another.
 */
import type { Wording } from './constraint-failures.js'
import type { Shapes } from './shape.js'

/** What the compilers work from: a service's shapes, and where it departs from them. */
export interface Compiling {
  readonly shapes: Shapes
  readonly quirks: Quirks
}

export interface Quirks {
  /** Precedes the names of its structures and of its own errors. */
  readonly namespace?: string
  /** By error: the member that holds its message, where it is not the one of the model. */
  readonly messageMembers?: ByName<'message' | 'Message'>
  /** Every answer comes with a CRC32 of its body. */
  readonly checksums?: boolean
  /** Its request ids are 52 letters and digits; those of other services are UUIDs. */
  readonly letteredRequestIds?: boolean
  /** Members that come first, in this order; the others follow in the model's order. */
  readonly memberOrders?: ByName<readonly string[]>
  /** Enums that are printed in another order than the model's. */
  readonly printedEnums?: ByName<readonly string[]>
  /** By site: limits in place of, or beside, the model's. */
  readonly siteLimits?: ByName<Limits>
  /** By map: the lengths of its values, which are reported as a failure of the map. */
  readonly mapValueLimits?: ByName<{ readonly min: number; readonly max: number }>
  /** By map whose keys are names of tables. */
  readonly tableKeyWordings?: ByName<TableKeyWording>
  /** By site: how a failed minimum or maximum is worded where it is not the usual way. */
  readonly siteWordings?: ByName<{ readonly below: Wording; readonly above: Wording }>
  /** By structure: members required unless another one is there, which the model cannot say. */
  readonly requiredUnless?: ByName<RequiredUnless>
  /** By operation: stops at fewer failures than the usual ten. */
  readonly failuresMax?: ByName<number>
  /** By operation: how a bad name of its table is reported, if not in the usual way. */
  readonly tableNameRules?: ByName<TableNameRule>
  /** The shapes that hold a table's name where the member is called TableName. */
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
 * How a map reports a key that cannot be the name of a table: printed as JSON or as Java prints it,
 * and among other failures or only if there are none.
 */
export interface TableKeyWording {
  readonly printed: 'json' | 'java'
  readonly givesWay: boolean
}

export interface TableNameRule {
  /** A bad name is reported before everything else and without it. */
  readonly alone: boolean
  /** A missing name has its own sentence. */
  readonly bareMissing: boolean
  /** A name of the wrong length has its own sentence. */
  readonly bareLength: boolean
  /** An empty name breaks a minimum of one and nothing else. */
  readonly emptyIsShort: boolean
}

/** Throws if the input is to be refused at once. False: the operation itself refuses it. */
export type Lead = (input: object) => boolean
