/** The answers of backups, recovery and transfers. They name a missing table in words of their own. */
import { ServiceError, validation } from './errors.js'

/** With the opening that most sentences of these operations share. */
export function requestNotValid(sentence: string): ServiceError {
  return validation(`Invalid Request: ${sentence}`)
}

/** AWS: a table that is named by its ARN is not repeated. */
export function recoverableTableNotFound(tableName?: string): ServiceError {
  const named = tableName === undefined ? '' : `: ${tableName}`
  return new ServiceError('TableNotFoundException', `Table not found${named}`)
}

export function tableAlreadyExists(tableName: string): ServiceError {
  return new ServiceError('TableAlreadyExistsException', `Table already exists: ${tableName}`)
}

export function tableInUse(sentence: string): ServiceError {
  return new ServiceError('TableInUseException', sentence)
}

export function backupNotFound(arn: string): ServiceError {
  return new ServiceError('BackupNotFoundException', `Backup not found: ${arn}`)
}

export function backupInUse(sentence: string): ServiceError {
  return new ServiceError('BackupInUseException', sentence)
}

export function continuousBackupsUnavailable(tableName: string): ServiceError {
  return new ServiceError(
    'ContinuousBackupsUnavailableException',
    `Backups are being enabled for the table: ${tableName}. Please retry later`,
  )
}

export function recoveryUnavailable(tableName: string): ServiceError {
  return new ServiceError(
    'PointInTimeRecoveryUnavailableException',
    `Point in time recovery is not enabled for table '${tableName}'`,
  )
}

export function invalidRestoreTime(sentence: string): ServiceError {
  return new ServiceError('InvalidRestoreTimeException', sentence)
}
