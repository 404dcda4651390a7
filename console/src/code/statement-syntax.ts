/** What the console understands of a statement: enough to say what it reads or writes. */
import type { AttributeValue } from '../values/attribute-value.js'

/** A value, or undefined for one that is not known yet: a parameter that has no value. */
export type KnownValue = AttributeValue | undefined

export type StatementCondition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly StatementCondition[] }
  | {
      readonly kind: 'compare'
      readonly attribute: string
      readonly comparator: '=' | '<' | '<=' | '>' | '>='
      readonly value: KnownValue
    }
  | { readonly kind: 'in'; readonly attribute: string; readonly values: readonly KnownValue[] }
  | { readonly kind: 'between' | 'begins-with'; readonly attribute: string }
  /** Never selects by key. */
  | { readonly kind: 'filter'; readonly attributes: readonly string[] }

export type StatementKind = 'select' | 'insert' | 'update' | 'delete' | 'exists'

export interface ReadStatement {
  readonly kind: StatementKind
  readonly table: string
  readonly index?: string
  /** Of a SELECT; undefined means all. Only the first name of each path. */
  readonly projection?: readonly string[]
  readonly where?: StatementCondition
  readonly orderBy: readonly string[]
  /** How many `?` it has. */
  readonly parameters: number
  /** Of an INSERT, if it is written out. */
  readonly item?: KnownValue
}
