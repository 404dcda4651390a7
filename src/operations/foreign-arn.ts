/** Why an ARN cannot stand for one of the caller's tables. */
import { parseTableArn, type Scope } from '../model/arn.js'
import { accessDenied, validation, type ServiceError } from '../model/errors.js'

export function foreignArn({ region }: Scope, arn: string): ServiceError {
  const table = parseTableArn(arn)
  if (table === undefined) return invalidArn('resource type', arn)
  if (table.region !== region) return invalidArn('AWS region', arn)
  return accessDenied('Access is denied')
}

function invalidArn(part: string, arn: string): ServiceError {
  return validation(`1 validation error detected: Invalid ${part} in '${arn}'`)
}
