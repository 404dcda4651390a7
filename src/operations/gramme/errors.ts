import { ServiceError } from '../../model/errors.js'

export function triggerNotFound(name: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `Trigger not found: ${name}`)
}
