/**
 * Statements as they are written, with parameters not filled in, so one tree serves every request
 * with the same text. The tree covers the whole language, which is wider than what the service
 * supports: what is well formed but not supported is refused when the tree is interpreted, never by
 * the parser.
 */

/** A position in the text; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type PathStep =
  | { readonly kind: 'name'; readonly name: string; readonly span: Span }
  | { readonly kind: 'index'; readonly index: Expression; readonly span: Span }
  | { readonly kind: 'wildcard'; readonly span: Span }

export interface PathExpression {
  readonly kind: 'path'
  readonly steps: readonly PathStep[]
  /** The position of the first name alone. */
  readonly span: Span
}

export interface TupleMember {
  readonly key: Expression
  readonly value: Expression
}

export type Literal =
  | { readonly kind: 'string'; readonly text: string; readonly span: Span }
  /** As written, with a minus sign in front if it has one; a plus sign is dropped. */
  | { readonly kind: 'number'; readonly text: string; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'null' | 'missing'; readonly span: Span }
  | {
      readonly kind: 'list' | 'bag'
      readonly elements: readonly Expression[]
      readonly span: Span
    }
  | { readonly kind: 'tuple'; readonly members: readonly TupleMember[]; readonly span: Span }
  /** Counted from zero over the whole statement. */
  | { readonly kind: 'parameter'; readonly position: number; readonly span: Span }

export interface CallExpression {
  readonly kind: 'call'
  /** In lower case. */
  readonly name: string
  readonly operands: readonly Expression[]
  readonly span: Span
}

export interface BinaryExpression {
  readonly kind: 'binary'
  readonly operator: string
  readonly left: Expression
  readonly right: Expression
  readonly span: Span
}

export type Expression =
  | Literal
  | PathExpression
  | CallExpression
  | BinaryExpression
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[]; readonly span: Span }
  | {
      readonly kind: 'unary'
      readonly operator: 'NOT' | '+' | '-'
      readonly operand: Expression
      readonly span: Span
    }
  | {
      readonly kind: 'between'
      readonly operand: Expression
      readonly lower: Expression
      readonly upper: Expression
      readonly span: Span
    }
  | {
      readonly kind: 'in'
      readonly operand: Expression
      readonly candidates: Expression
      readonly span: Span
    }
  | {
      readonly kind: 'is'
      readonly operand: Expression
      /** A type's name in capitals, including NULL and MISSING. */
      readonly type: string
      readonly span: Span
    }
  /** Well formed, but supported nowhere: subqueries, steps into something that is not a name. */
  | { readonly kind: 'unsupported'; readonly span: Span }

export interface OrderKeySyntax {
  readonly key: Expression
  readonly descending: boolean
}

export interface SelectSyntax {
  readonly kind: 'select'
  /** Undefined means `*`. */
  readonly projection: readonly Expression[] | undefined
  readonly source: Expression
  readonly where: Expression | undefined
  readonly orderBy: readonly OrderKeySyntax[]
}

export interface AssignmentSyntax {
  readonly kind: 'set'
  readonly path: PathExpression
  readonly value: Expression
}

export interface RemovalSyntax {
  readonly kind: 'remove'
  readonly path: PathExpression
}

export interface ReturningSyntax {
  readonly extent: 'ALL' | 'MODIFIED'
  readonly image: 'OLD' | 'NEW'
}

export interface InsertSyntax {
  readonly kind: 'insert'
  readonly source: PathExpression
  readonly value: Expression
}

export interface UpdateStatementSyntax {
  readonly kind: 'update'
  readonly source: PathExpression
  readonly actions: readonly (AssignmentSyntax | RemovalSyntax)[]
  readonly where: Expression | undefined
  readonly returning: ReturningSyntax | undefined
}

export interface DeleteSyntax {
  readonly kind: 'delete'
  readonly source: PathExpression
  readonly where: Expression | undefined
  readonly returning: ReturningSyntax | undefined
}

export interface ExistsSyntax {
  readonly kind: 'exists'
  readonly select: SelectSyntax
}

/** A text that is a well-formed expression, not a statement. */
export interface ExpressionStatement {
  readonly kind: 'expression'
  readonly expression: Expression
}

export interface StatementSyntax {
  readonly statement:
    | SelectSyntax
    | InsertSyntax
    | UpdateStatementSyntax
    | DeleteSyntax
    | ExistsSyntax
    | ExpressionStatement
  /** How many `?` the text has. */
  readonly parameters: number
  /** The first construct found that the service does not support, as its sentence. */
  readonly refusal: string | undefined
}
