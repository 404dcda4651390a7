/**
 * Expressions as they are written, with placeholders instead of names and values, so one tree
 * serves every request with the same text. Parentheses are gone; the tree holds the grouping.
 */
import type { Comparator } from './condition.js'

export type PathElementSyntax =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'placeholder'; readonly placeholder: string }
  | { readonly kind: 'index'; readonly index: number }

export interface PathSyntax {
  readonly kind: 'path'
  readonly elements: readonly PathElementSyntax[]
}

export interface ValueSyntax {
  readonly kind: 'placeholder'
  readonly placeholder: string
}

export interface FunctionSyntax {
  readonly kind: 'function'
  readonly name: string
  readonly operands: readonly OperandSyntax[]
}

export type OperandSyntax = PathSyntax | ValueSyntax | FunctionSyntax

export type ConditionSyntax =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionSyntax[] }
  | { readonly kind: 'not'; readonly condition: ConditionSyntax }
  | LeafSyntax

/** A condition that contains no other conditions, checked as one. */
export type LeafSyntax =
  | {
      readonly kind: 'comparison'
      readonly comparator: Comparator
      readonly operands: readonly OperandSyntax[]
    }
  | { readonly kind: 'between' | 'in'; readonly operands: readonly OperandSyntax[] }
  | FunctionSyntax

export type Section = 'SET' | 'REMOVE' | 'ADD' | 'DELETE'

export type SetValueSyntax = OperandSyntax | ArithmeticSyntax

export interface ArithmeticSyntax {
  readonly kind: 'arithmetic'
  readonly operator: '+' | '-'
  readonly operands: readonly [OperandSyntax, OperandSyntax]
}

export type UpdateActionSyntax =
  | { readonly section: 'SET'; readonly path: PathSyntax; readonly value: SetValueSyntax }
  | { readonly section: 'REMOVE'; readonly path: PathSyntax }
  | { readonly section: 'ADD' | 'DELETE'; readonly path: PathSyntax; readonly value: ValueSyntax }

export interface UpdateSyntax {
  readonly actions: readonly UpdateActionSyntax[]
  /** Every `#placeholder`, in the order of the text. */
  readonly names: readonly string[]
}

export interface ProjectionSyntax {
  readonly paths: readonly PathSyntax[]
}
