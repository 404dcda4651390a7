/** Refused requests about backups, in the order of the service's checks. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import {
  failure,
  failures,
  invalid,
  lengthAtLeast,
  namePattern,
  valueAtLeast,
  valueAtMost,
} from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect({ tableTransitionMs: 3_600_000 })
const creating = newTableName('creating')
await client.ask('CreateTable', { TableName: creating, ...partitionOnly() })

const ticket = '01791504762511-2779fadd'
const account = '000000000000'
const arn = `arn:aws:dynamodb:us-east-1:${account}:table/absent/backup/${ticket}`
const denied = 'AccessDeniedException'
const missing = newTableName('missing')

describe('CreateBackup refuses', () => {
  checkRefusals(client, 'CreateBackup', { TableName: missing, BackupName: 'backup' }, [
    ['a short name', { BackupName: 'ab' }, failures(failure('ab', 'backupName', lengthAtLeast(3)))],
    [
      'an empty name',
      { BackupName: '' },
      failures(failure('', 'backupName', namePattern), failure('', 'backupName', lengthAtLeast(3))),
    ],
    [
      'a name with other characters',
      { BackupName: 'a$b' },
      failures(failure('a$b', 'backupName', namePattern)),
    ],
    ['a table that does not exist', {}, `Table not found: ${missing}`, 'TableNotFoundException'],
    [
      'a table that is being created',
      { TableName: creating },
      `Backups are being enabled for the table: ${creating}. Please retry later`,
      'ContinuousBackupsUnavailableException',
    ],
  ])
})

const aboutArn: readonly Refusal[] = [
  ['the ARN of a table', { BackupArn: arn.replace(/\/backup.*/, '') }, 'Invalid Backup ARN'],
  [
    'the ARN of an export',
    { BackupArn: arn.replace('/backup/', '/export/') },
    'Invalid Backup ARN',
  ],
  ['something else', { BackupArn: 'x'.repeat(37) }, 'Invalid Backup ARN'],
  ['something short', { BackupArn: 'x'.repeat(36) }, 'Invalid Backup ARN'],
  ['an empty ARN', { BackupArn: '' }, 'Invalid Backup ARN'],
  ['a backup that is not there', {}, `Backup not found: ${arn}`, 'BackupNotFoundException'],
  [
    'another account',
    { BackupArn: arn.replace(account, '123456789012') },
    'Access is denied',
    denied,
  ],
  [
    'a region that does not exist',
    { BackupArn: arn.replace('us-east-1', 'mars') },
    'Invalid Request: BackupArn is not valid',
  ],
  [
    'another partition',
    { BackupArn: arn.replace('arn:aws', 'arn:azure') },
    'Invalid Request: BackupArn is not valid',
  ],
  [
    'another service',
    { BackupArn: arn.replace('dynamodb', 'lambda') },
    'Invalid Request: BackupArn is not valid',
  ],
  ['no region', { BackupArn: arn.replace('us-east-1', '') }, 'Access is denied', denied],
]

for (const operation of ['DescribeBackup', 'DeleteBackup']) {
  describe(`${operation} refuses`, () => {
    checkRefusals(client, operation, { BackupArn: arn }, aboutArn)
  })
}

describe('ListBackups refuses', () => {
  checkRefusals(client, 'ListBackups', {}, [
    ['a limit of 0', { Limit: 0 }, failures(failure('0', 'limit', valueAtLeast(1)))],
    ['a limit of 101', { Limit: 101 }, failures(failure('101', 'limit', valueAtMost(100)))],
    ['another type', { BackupType: 'user' }, /at 'backupType' failed to satisfy constraint/],
    [
      'bounds in the wrong order',
      { TimeRangeLowerBound: 2, TimeRangeUpperBound: 1 },
      invalid('Time range lower bound must be less than or equal to upper bound'),
    ],
    [
      'a start in another region',
      { ExclusiveStartBackupArn: arn.replace('us-east-1', 'eu-west-1') },
      'Invalid Request: The supplied ExclusiveStartBackupArn does not match the region',
    ],
  ])
})
