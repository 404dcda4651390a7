import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableCli } from './table-cli.js'

const place = { endpoint: 'http://127.0.0.1:8000', region: 'us-east-1' }
const where = `--region us-east-1 \\\n  --endpoint-url http://127.0.0.1:8000`

describe('a table as commands', () => {
  it('quotes for the shell', () => {
    const tag = { Key: "it's", Value: '$HOME "x"' }
    const text = tableCli({ create: { TableName: 'T', Tags: [tag] } }, place)
    assert.equal(
      text,
      `aws dynamodb create-table \\\n  --table-name T \\\n  --tags '[{"Key":"it'\\''s","Value":"$HOME \\"x\\""}]' \\\n  ${where}`,
    )
  })

  it('names options as the tool does', () => {
    const create = {
      TableName: 'T',
      SSESpecification: { Enabled: true },
      DeletionProtectionEnabled: true,
      OnDemandThroughput: { MaxReadRequestUnits: 1 },
    }
    const text = tableCli({ create }, place)
    assert.match(text, /--sse-specification '\{"Enabled":true\}'/)
    assert.match(text, /--deletion-protection-enabled \\\n/)
    assert.match(text, /--on-demand-throughput '/)
  })

  it('waits for the table before it sets what needs one', () => {
    const settings = { create: { TableName: 'T' }, ttlAttribute: 'expires', recovery: { days: 7 } }
    const commands = tableCli(settings, place).match(/^aws .*$/gm)
    assert.deepEqual(commands, [
      'aws dynamodb create-table \\',
      'aws dynamodb wait table-exists \\',
      'aws dynamodb update-time-to-live \\',
      'aws dynamodb update-continuous-backups \\',
    ])
  })
})
