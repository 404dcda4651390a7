/** Errors of Application Auto Scaling. */
import { ServiceError, validation } from '../../../model/errors.js'

export function objectNotFound(message: string): ServiceError {
  return new ServiceError('ObjectNotFoundException', message)
}

export function invalidNextToken(): ServiceError {
  return new ServiceError('InvalidNextTokenException', 'The next token supplied was invalid.')
}

export function tooManyTags(arn: string): ServiceError {
  return new ServiceError('TooManyTagsException', 'The resource has too many tags.', {
    payload: { ResourceName: arn },
  })
}

export function scalingResourceNotFound(arn: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `The resource ${arn} does not exist.`, {
    payload: { ResourceName: arn },
  })
}

export function unsupportedTarget(): ServiceError {
  return validation('Unsupported service namespace, resource type or scalable dimension')
}
