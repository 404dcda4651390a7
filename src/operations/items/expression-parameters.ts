/**
 * The rule that a request uses either expressions or the older parameters, never both, and that names
 * and values come only with expressions.
 */
import { validation } from '../../model/errors.js'

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

export function refuseIdleSubstitutions(input: Substitutions, expressions: Parameters): void {
  if (present(expressions).length > 0) return
  for (const name of ['ExpressionAttributeNames', 'ExpressionAttributeValues'] as const) {
    if (input[name] === undefined) continue
    throw validation(`${name} can only be specified when using expressions`, 'parameter-mix')
  }
}

function present(parameters: Parameters): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name] !== undefined)
}
