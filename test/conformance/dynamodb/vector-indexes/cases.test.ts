/** All cases of vector indexes, as plain requests and by the SDK. Other clients: `npm run test:clients -- vectors`. */
import { describe, it } from 'node:test'
import * as sdk from '@aws-sdk/client-dynamodb'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { CaseRun, type Send } from '../../../support/vector-cases/client-case.js'
import { vectorCases } from '../../../support/vector-cases/vector-cases.js'

const client = await connect()

type Command = new (input: Json) => Parameters<typeof client.sdk.send>[0]

const sendPlain: Send = async (operation, input) => {
  const { type, message = '', body: answer } = await client.call(operation, input)
  return type === undefined ? { answer } : { error: { type, message } }
}

const sendBySdk: Send = async (operation, input) => {
  const OperationCommand = (sdk as unknown as Record<string, Command>)[`${operation}Command`]!
  try {
    const answer: unknown = await client.sdk.send(new OperationCommand(input))
    return { answer: answer as Json }
  } catch (error) {
    if (!(error instanceof sdk.DynamoDBServiceException)) throw error
    return { error: { type: error.name, message: error.message } }
  }
}

for (const [name, send] of [
  ['as they are', sendPlain],
  ['by the SDK', sendBySdk],
] as const) {
  describe(`requests sent ${name}`, () => {
    const run = new CaseRun(send)
    for (const each of vectorCases(newTableName('vectors'))) it(each.name, () => run.check(each))
  })
}
