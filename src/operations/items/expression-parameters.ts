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

/** Values are named with the expressions that could have used them: "X and Y are null". */
export function refuseIdleSubstitutions(input: Substitutions, expressions: Parameters): void {
  if (present(expressions).length > 0) return
  if (input.ExpressionAttributeNames !== undefined) {
    throw validation('ExpressionAttributeNames can only be specified when using expressions')
  }
  if (input.ExpressionAttributeValues !== undefined) {
    const names = Object.keys(expressions)
    throw validation(
      'ExpressionAttributeValues can only be specified when using expressions: ' +
        `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} null`,
      'parameter-mix',
    )
  }
}

function present(parameters: Parameters): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name] !== undefined)
}
