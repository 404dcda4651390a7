/**
 * The rule that a request uses either expressions or the legacy parameters, never both, and that
 * names and values are allowed only with expressions.
 */
import { validation, type ServiceError } from '../../../model/errors.js'

/** Parameters by name, in the order the service lists them; absent ones are undefined. */
export type Parameters = Readonly<Record<string, unknown>>

export function refuseMixedParameters(legacy: Parameters, expressions: Parameters): void {
  const [older, newer] = [present(legacy), present(expressions)]
  if (older.length === 0 || newer.length === 0) return
  throw validation(
    'Can not use both expression and non-expression parameters in the same request: ' +
      `Non-expression parameters: {${older.join(', ')}} Expression parameters: {${newer.join(', ')}}`,
    'parameter-mix',
  )
}

interface Substitutions {
  readonly ExpressionAttributeNames?: object
  readonly ExpressionAttributeValues?: object
}

interface ValueUsers {
  /** The expressions that can contain values: a projection has only names. */
  readonly conditions?: Parameters
  /** AWS: Scan still says which expression is missing. */
  readonly tail?: string
}

export function refuseIdleSubstitutions(
  input: Substitutions,
  expressions: Parameters,
  { conditions = expressions, tail = '' }: ValueUsers = {},
): void {
  const { ExpressionAttributeNames, ExpressionAttributeValues } = input
  if (ExpressionAttributeNames !== undefined && present(expressions).length === 0) {
    throw idle('ExpressionAttributeNames')
  }
  if (ExpressionAttributeValues !== undefined && present(conditions).length === 0) {
    throw idle('ExpressionAttributeValues', tail)
  }
}

function idle(name: string, tail = ''): ServiceError {
  return validation(`${name} can only be specified when using expressions${tail}`, 'parameter-mix')
}

function present(parameters: Parameters): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name] !== undefined)
}
