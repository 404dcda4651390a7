/** The audit of a server, from requests to what `gramme audit` prints. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { createGramme, type Gramme } from '../../../src/server/gramme.js'
import { readAudit } from '../../../src/server/read-audit.js'

type Event = Readonly<Record<string, unknown>> & { readonly userIdentity: Record<string, unknown> }

const secret = 'item-value-that-nobody-may-see'
const region = 'eu-west-1'
const credentials = { accessKeyId: 'AKIAROOT', secretAccessKey: 'root-secret-0123456789' }

describe('the audit', () => {
  let folder: string
  let file: string
  let gramme: Gramme
  let client: DynamoDBClient
  let events: readonly Event[]

  const send = async (command: unknown, by = client) => {
    await (by.send(command as GetItemCommand) as Promise<unknown>).catch(() => undefined)
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-audit-'))
    file = join(folder, 'audit.jsonl')
    gramme = createGramme({
      ...{ port: 0, inMemory: true, logLevel: 'silent', auth: 'iam' },
      ...{ rootAccessKeyId: credentials.accessKeyId },
      rootSecretAccessKey: credentials.secretAccessKey,
      ...{ auditFile: file, auditData: true },
    })
    await gramme.start()
    const endpoint = gramme.address.url
    const common = { endpoint, region, maxAttempts: 1 }
    client = new DynamoDBClient({ ...common, credentials })
    const stranger = new DynamoDBClient({
      ...common,
      credentials: { accessKeyId: 'AKIASTRANGER', secretAccessKey: secret },
    })
    const TableName = 'Things'
    await send(
      new CreateTableCommand({
        TableName,
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    const Item = { pk: { S: 'key-1' }, v: { S: secret }, n: { N: '1' } }
    await send(new PutItemCommand({ TableName, Item }))
    await send(new PutItemCommand({ TableName, Item: { pk: { M: { a: { S: secret } } } } }))
    await send(
      new UpdateItemCommand({
        ...{ TableName, Key: { pk: { S: 'key-1' } }, UpdateExpression: 'SET v = :v' },
        ...{ ConditionExpression: 'v <> :v', ExpressionAttributeValues: { ':v': { S: secret } } },
      }),
    )
    await send(new GetItemCommand({ TableName, Key: { pk: { S: 'key-1' } } }))
    await send(new BatchWriteItemCommand({ RequestItems: { Things: [{ PutRequest: { Item } }] } }))
    await send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] }))
    const Statement = `UPDATE Things SET v = '${secret}' WHERE pk = 'key-1'`
    await send(new ExecuteStatementCommand({ Statement }))
    await send(new PutItemCommand({ TableName: 'missing', Item }))
    await send(new ListTablesCommand({}), stranger)
    const sts = new STSClient({ ...common, credentials })
    const role = { RoleArn: 'arn:aws:iam::000000000000:role/none', RoleSessionName: 'me-me' }
    await sts.send(new AssumeRoleCommand(role)).catch(() => undefined)
    for (const each of [client, stranger, sts]) each.destroy()
    await gramme.stop()
    const lines: Event[] = []
    for await (const line of readAudit(file)) lines.push(JSON.parse(line) as Event)
    events = lines
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('has every call, in order', () => {
    assert.deepEqual(
      events.map(({ eventName, errorCode }) => [eventName, errorCode]),
      [
        ['CreateTable', undefined],
        ['PutItem', undefined],
        ['PutItem', 'ValidationException'],
        ['UpdateItem', 'ConditionalCheckFailedException'],
        ['GetItem', undefined],
        ['BatchWriteItem', undefined],
        ['TransactWriteItems', undefined],
        ['ExecuteStatement', undefined],
        ['PutItem', 'ResourceNotFoundException'],
        ['ListTables', 'UnrecognizedClientException'],
        ['AssumeRole', 'AccessDenied'],
      ],
    )
  })

  it('has no value of an item and no secret', async () => {
    const text = await readFile(file, 'utf8')
    for (const word of [secret, credentials.secretAccessKey]) assert.ok(!text.includes(word), word)
  })

  it('says who, from where, and what', () => {
    const { eventID, eventTime, requestID, userAgent, ...put } = events[1]!
    assert.match(String(eventID), /^[0-9a-f-]{36}$/)
    assert.match(String(eventTime), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.match(String(requestID), /^[A-Z0-9]{52}$/)
    assert.match(String(userAgent), /aws-sdk-js/)
    assert.deepEqual(put, {
      eventVersion: '1.11',
      userIdentity: {
        type: 'Root',
        principalId: '000000000000',
        arn: 'arn:aws:iam::000000000000:root',
        accountId: '000000000000',
        accessKeyId: 'AKIAROOT',
      },
      eventSource: 'dynamodb.amazonaws.com',
      eventName: 'PutItem',
      awsRegion: region,
      sourceIPAddress: '127.0.0.1',
      requestParameters: { tableName: 'Things', key: { pk: 'key-1' }, item: ['pk', 'v', 'n'] },
      responseElements: null,
      readOnly: false,
      resources: [
        {
          accountId: '000000000000',
          type: 'AWS::DynamoDB::Table',
          ARN: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Things',
        },
      ],
      eventType: 'AwsApiCall',
      apiVersion: '2012-08-10',
      managementEvent: false,
      eventCategory: 'Data',
      recipientAccountId: '000000000000',
    })
  })

  it('shows the requests of the control plane whole, and what they answered', () => {
    const { requestParameters, responseElements, managementEvent } = events[0]!
    assert.equal(managementEvent, true)
    assert.deepEqual(requestParameters, {
      tableName: 'Things',
      keySchema: [{ attributeName: 'pk', keyType: 'HASH' }],
      attributeDefinitions: [{ attributeName: 'pk', attributeType: 'S' }],
      billingMode: 'PAY_PER_REQUEST',
    })
    const { tableDescription } = responseElements as { tableDescription: Record<string, unknown> }
    assert.match(
      String(tableDescription['creationDateTime']),
      /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d:\d\d [AP]M$/,
    )
  })

  it('keeps keys, names and expressions of other requests', () => {
    const parameters = events.map(({ requestParameters }) => requestParameters)
    assert.deepEqual(parameters[3], {
      tableName: 'Things',
      updateExpression: 'SET v = :v',
      conditionExpression: 'v <> :v',
      key: { pk: 'key-1' },
    })
    assert.deepEqual(parameters[5], {
      requestItems: { Things: [{ putRequest: { key: { pk: 'key-1' }, items: ['pk', 'v', 'n'] } }] },
    })
    assert.deepEqual(parameters[6], {
      requestItems: [
        { operation: 'Put', tableName: 'Things', key: { pk: 'key-1' }, items: ['pk', 'v', 'n'] },
      ],
    })
    const statement = `UPDATE Things SET v = ***(Redacted) WHERE pk = 'key-1'`
    assert.deepEqual(parameters[7], { statement })
    assert.deepEqual(parameters[8], { tableName: 'missing', item: ['pk', 'v', 'n'] })
  })

  it('records a signature that was refused', () => {
    const { userIdentity, requestParameters, errorMessage } = events[9]!
    assert.deepEqual(userIdentity, { type: 'Unknown', accessKeyId: 'AKIASTRANGER' })
    assert.equal(requestParameters, null)
    assert.match(String(errorMessage), /security token/)
  })
})
