import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobRows } from './job-rows.js'

const none = { exports: [], imports: [], backups: [], tables: [] }
const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music'

describe('the rows of jobs', () => {
  it('have what runs first, then the newest', () => {
    const rows = jobRows({
      ...none,
      backups: [
        { BackupArn: 'old', BackupStatus: 'AVAILABLE', BackupCreationDateTime: 1 },
        { BackupArn: 'new', BackupStatus: 'AVAILABLE', BackupCreationDateTime: 3 },
        { BackupArn: 'running', BackupStatus: 'CREATING', BackupCreationDateTime: 2 },
      ],
    })
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['running', 'new', 'old'],
    )
  })

  it('name the table of an ARN', () => {
    const exports = [{ ExportArn: `${arn}/export/1`, ExportStatus: 'IN_PROGRESS' }] as const
    assert.equal(jobRows({ ...none, exports })[0]?.table, 'Music')
  })

  it('say what came out of an import', () => {
    const imports = [
      { ImportArn: arn, ImportStatus: 'COMPLETED', ImportedItemCount: 7, ErrorCount: 2 },
    ] as const
    assert.equal(jobRows({ ...none, imports })[0]?.progress, '7 items, 2 errors')
  })

  it('say how far an index is', () => {
    const tables = [
      {
        TableName: 'Music',
        ItemCount: 10,
        GlobalSecondaryIndexes: [
          { IndexName: 'A', IndexStatus: 'CREATING', ItemCount: 5 },
          { IndexName: 'B', IndexStatus: 'ACTIVE' },
        ],
      },
    ] as const
    const rows = jobRows({ ...none, tables })
    assert.deepEqual(
      rows.map(({ kind, details, share }) => [kind, details, share]),
      [['index build', 'A', 0.5]],
    )
  })

  it('have restores as long as their table says so', () => {
    const RestoreSummary = { SourceTableArn: arn, RestoreDateTime: 1, RestoreInProgress: true }
    const [row] = jobRows({ ...none, tables: [{ TableName: 'Copy', RestoreSummary }] })
    assert.equal(row?.isRunning, true)
    assert.equal(row?.details, 'from Music')
  })
})
