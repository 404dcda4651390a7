/**
 * A condition with every name and value filled in, so nothing in it can be undefined. Conditions,
 * filters, their legacy forms, key conditions and PartiQL share it.
 */
import type { AttributeType, AttributeValue } from '../model/attribute-value.js'
import type { DocumentPath } from '../model/document-path.js'

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

export interface PathOperand {
  readonly kind: 'path'
  readonly path: DocumentPath
}

export interface ValueOperand {
  readonly kind: 'value'
  readonly value: AttributeValue
}

export type Operand =
  PathOperand | ValueOperand | { readonly kind: 'size'; readonly operand: Operand }

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | {
      readonly kind: 'comparison'
      readonly comparator: Comparator
      readonly left: Operand
      readonly right: Operand
    }
  | {
      readonly kind: 'between'
      readonly operand: Operand
      readonly lower: Operand
      readonly upper: Operand
    }
  | { readonly kind: 'in'; readonly operand: Operand; readonly candidates: readonly Operand[] }
  | { readonly kind: 'exists' | 'not-exists'; readonly path: DocumentPath }
  | { readonly kind: 'has-type'; readonly operand: Operand; readonly type: AttributeType }
  | { readonly kind: 'begins-with'; readonly operand: Operand; readonly prefix: Operand }
  | { readonly kind: 'contains'; readonly operand: Operand; readonly member: Operand }
