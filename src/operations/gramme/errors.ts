import { ServiceError } from '../../model/errors.js'

export function triggerNotFound(name: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `Trigger not found: ${name}`)
}

export function linkNotFound(region: string): ServiceError {
  return new ServiceError('ResourceNotFoundException', `Link not found: ${region}`)
}

export function linkExists(region: string): ServiceError {
  const sentence = `There already is a link to ${region}, or there are too many; say Replace to change one.`
  return new ServiceError('ResourceInUseException', sentence)
}

export function linkInUse(region: string, tableName: string): ServiceError {
  const sentence = `The global table ${tableName} has a replica in ${region}; remove it first.`
  return new ServiceError('ResourceInUseException', sentence)
}

/** The other deployment does not answer, refuses, or does not fit. */
export function linkFailed(sentence: string): ServiceError {
  return new ServiceError('LinkFailedException', sentence)
}

export function notReplica(tableName: string): ServiceError {
  const sentence = `The table ${tableName} is no such member of a global table here.`
  return new ServiceError('ResourceNotFoundException', sentence)
}
