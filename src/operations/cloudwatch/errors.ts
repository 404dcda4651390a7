/** Errors of CloudWatch. */
import { ServiceError } from '../../model/errors.js'

export function invalidValue(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message)
}

export function invalidCombination(message: string): ServiceError {
  return new ServiceError('InvalidParameterCombinationException', message)
}

/** AWS: GetMetricData has this one for everything. */
export function invalidQuery(message: string): ServiceError {
  return new ServiceError('ValidationException', message)
}
