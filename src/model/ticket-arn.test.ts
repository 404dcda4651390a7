import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedScope, tableArn, type OwnScope } from './arn.js'
import { parseTicketArn, placeOf, ticketArn, type TicketKind } from './ticket-arn.js'

const scope: OwnScope = { account: '123456789012', region: 'us-east-1' }
const table = tableArn(scope, 'Music')
const ticket = '01791504762511-2779fadd'

test('an ARN by ticket has one spelling', () => {
  const arn = ticketArn(table, 'export', ticket)
  assert.equal(
    arn,
    `arn:aws:dynamodb:us-east-1:123456789012:table/Music/export/01791504762511-2779fadd`,
  )
  const parts = { ...scope, partition: 'aws', service: 'dynamodb', tableName: 'Music', ticket }
  assert.deepEqual(parseTicketArn(arn, 'export'), parts)
})

test('what is not an ARN of the kind', () => {
  const refused = (text: string, kind: TicketKind = 'backup') => {
    assert.equal(parseTicketArn(text, kind), undefined, text)
  }
  refused(table)
  refused(ticketArn(table, 'backup', ticket), 'import')
  refused(ticketArn(table, 'backup', 'latest'))
  refused(ticketArn(table, 'backup', `${ticket}0`))
  refused(ticketArn(tableArn(scope, 'no'), 'backup', ticket))
  refused(ticketArn(table.replace('arn:', 'urn:'), 'backup', ticket))
  refused('x'.repeat(40))
})

test('where an ARN points', () => {
  const check = (arn: string, expected: string, caller: OwnScope = scope) => {
    assert.equal(
      placeOf(caller, parseTicketArn(ticketArn(arn, 'backup', ticket), 'backup')!),
      expected,
    )
  }
  check(table, 'own')
  check(table.replace('us-east-1', 'eu-central-1'), 'other region')
  check(table.replace('123456789012', '123456789013'), 'other account')
  check(table.replace('us-east-1', 'moon'), 'nowhere')
  check(table.replace('us-east-1', ''), 'nowhere')
  check(table.replace('arn:aws', 'arn:azure'), 'nowhere')
  check(table.replace('dynamodb', 's3'), 'nowhere')
  check(table.replace('us-east-1', 'eu-central-1'), 'own', sharedScope)
})
