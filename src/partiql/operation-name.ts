/**
 * The names of PartiQL's syntax tree for expressions, which the service uses when it refuses an
 * expression in place of a statement.
 */
import type { Expression } from './parse/syntax.js'

const kindNames: Readonly<Record<Expression['kind'], string>> = {
  is: 'IsType',
  in: 'InCollection',
  between: 'Between',
  and: 'And',
  or: 'Or',
  path: 'Path',
  call: 'Call',
  string: 'Lit',
  number: 'Lit',
  boolean: 'Lit',
  null: 'Lit',
  missing: 'Missing',
  parameter: 'Parameter',
  list: 'List',
  bag: 'Bag',
  tuple: 'Struct',
  unary: 'Unary',
  binary: 'Binary',
  unsupported: 'Select',
}

const operatorNames: Readonly<Record<string, string>> = {
  NOT: 'Not',
  '=': 'Eq',
  '<>': 'Ne',
  '<': 'Lt',
  '<=': 'Lte',
  '>': 'Gt',
  '>=': 'Gte',
  '+': 'Plus',
  '-': 'Minus',
  '*': 'Times',
  '/': 'Divide',
  '%': 'Modulo',
  '||': 'Concat',
  LIKE: 'Like',
}

export function operationName(expression: Expression): string {
  if (expression.kind === 'path' && expression.steps.length === 1) return 'Id'
  const named = expression.kind === 'unary' || expression.kind === 'binary'
  return (named ? operatorNames[expression.operator] : undefined) ?? kindNames[expression.kind]
}
