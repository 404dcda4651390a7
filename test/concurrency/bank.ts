/**
 * A bank over two tables: transfers are transactions that never change the total. Readers see all
 * accounts by TransactGetItems, one by GetItem, and several by a Scan, which only promises that
 * each item is correct. The whole bank is one history: transactions are serializable, in real time.
 *
 * Each transfer adds a journal line within its transaction, and some are sent twice with one token:
 * at the end the journal must explain the balances.
 */
import assert from 'node:assert/strict'
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { CallAnswer, Client, Json } from '../support/client.js'
import { attribute, hash, onDemand, partitionOnly, projectAll } from '../support/tables.js'
import { History } from './history.js'
import type { Model } from './linearizable.js'
import { reasonsOf, type Reason } from './registers.js'
import { itemsOfAll } from './whole-table.js'

interface Transfer {
  readonly from: number
  readonly to: number
  readonly amount: number
  /** An account that only has to hold enough, checked by a ConditionCheck. */
  readonly witness: number
  readonly floor: number
}

export type BankOperation =
  | { readonly kind: 'read all'; readonly balances: readonly number[] }
  | { readonly kind: 'read one'; readonly account: number; readonly balance: number }
  | ({ readonly kind: 'transfer' } & Transfer)
  /** The balances that the failed conditions saw; undefined if the condition held. */
  | ({ readonly kind: 'refused'; readonly payer?: number; readonly witnessed?: number } & Transfer)

const accounts = 6
const openingBalance = 50
const total = accounts * openingBalance

export const bankModel: Model<BankOperation> = {
  initial: Array.from({ length: accounts }, () => openingBalance).join(),
  step(state, operation) {
    const balances = state.split(',').map(Number)
    switch (operation.kind) {
      case 'read all':
        return operation.balances.join() === state ? state : undefined
      case 'read one':
        return balances[operation.account] === operation.balance ? state : undefined
      case 'transfer':
        return transferred(balances, operation)
      case 'refused':
        return explains(balances, operation) ? state : undefined
    }
  },
}

function transferred(balances: readonly number[], transfer: Transfer): string | undefined {
  const { from, to, amount, witness, floor } = transfer
  if (balances[from]! < amount || balances[witness]! < floor) return undefined
  const after = [...balances]
  after[from]! -= amount
  after[to]! += amount
  return after.join()
}

/** Whether every failed condition is reported, with the balance that it saw, and no other. */
function explains(
  balances: readonly number[],
  refused: Extract<BankOperation, { kind: 'refused' }>,
): boolean {
  const { from, amount, witness, floor, payer, witnessed } = refused
  if (payer === undefined && witnessed === undefined) return false
  const seen = (account: number, needed: number, found: number | undefined): boolean =>
    balances[account]! < needed ? found === balances[account] : found === undefined
  return seen(from, amount, payer) && seen(witness, floor, witnessed)
}

export class Bank {
  readonly history = new History<BankOperation>()
  readonly #client: Client
  /** Accounts alternate between the first two; the third is the journal. */
  readonly #tables: readonly [string, string, string]
  #transfers = 0

  static async open(client: Client): Promise<Bank> {
    const even = await client.createTable(partitionOnly())
    const odd = await client.createTable(partitionOnly('N'))
    const bank = new Bank(client, [even, odd, await client.createTable(journal)])
    for (let account = 0; account < accounts; account++) {
      const Item = { ...bank.#keyOf(account), balance: { N: String(openingBalance) } }
      await client.ask('PutItem', { TableName: bank.#tableOf(account), Item })
    }
    return bank
  }

  private constructor(client: Client, tables: readonly [string, string, string]) {
    this.#client = client
    this.#tables = tables
  }

  /** Makes one request of one client. */
  async act(chance: Chance): Promise<void> {
    const acts: readonly (() => Promise<void>)[] = [
      () => this.#readAll(),
      () => this.#readOne(below(chance, accounts)),
      () => this.#scan(oneOf(chance, this.#tables.slice(0, 2))),
      () => this.#transfer(chance),
      () => this.#transfer(chance),
      () => this.#transferTwice(chance),
    ]
    await acts[below(chance, acts.length)]!()
  }

  /**
   * Asserts that the journal explains the balances, also if it is read by account through its
   * index.
   */
  async settle(): Promise<number> {
    const expected = Array.from({ length: accounts }, () => openingBalance)
    const lines = await itemsOfAll(this.#client, 'Scan', { TableName: this.#tables[2] })
    for (const line of lines as unknown as readonly Line[]) {
      expected[Number(line.payer.N)]! -= Number(line.amount.N)
      expected[Number(line.payee.N)]! += Number(line.amount.N)
    }
    const { balances } = await this.#balances()
    assert.deepEqual(balances, expected, 'balances differ from what the journal says')
    assert.equal(sum(balances), total)
    const paid = await Promise.all(balances.map((_, account) => this.#linesOf(account)))
    assert.equal(sum(paid), lines.length, 'the index of the journal differs from the journal')
    return lines.length
  }

  async #linesOf(account: number): Promise<number> {
    const lines = await itemsOfAll(this.#client, 'Query', {
      TableName: this.#tables[2],
      IndexName: 'by-payer',
      KeyConditionExpression: 'payer = :payer',
      ExpressionAttributeValues: { ':payer': { N: String(account) } },
    })
    return lines.length
  }

  async #readAll(): Promise<void> {
    await this.history.record(async () => {
      const { balances, conflict } = await this.#balances()
      if (conflict) return []
      assert.equal(sum(balances), total, `a reader saw another total: ${balances.join()}`)
      return [{ kind: 'read all', balances }]
    })
  }

  async #balances(): Promise<{ balances: readonly number[]; conflict: boolean }> {
    const gets = Array.from({ length: accounts }, (_, account) => ({
      Get: { TableName: this.#tableOf(account), Key: this.#keyOf(account) },
    }))
    const answer = await this.#client.call('TransactGetItems', { TransactItems: gets })
    if (answer.status !== 200) {
      requireConflict(answer)
      return { balances: [], conflict: true }
    }
    const responses = answer.body['Responses'] as readonly { readonly Item: unknown }[]
    return { balances: responses.map(({ Item }) => balanceOf(Item)!), conflict: false }
  }

  async #readOne(account: number): Promise<void> {
    await this.history.record(async () => {
      const { Item } = await this.#client.ask('GetItem', {
        TableName: this.#tableOf(account),
        Key: this.#keyOf(account),
        ConsistentRead: true,
      })
      return [{ kind: 'read one', account, balance: balanceOf(Item)! }]
    })
  }

  // AWS: a Scan is isolated from a transaction item by item, not as a whole.
  async #scan(TableName: string): Promise<void> {
    await this.history.record(async () => {
      const answer = await this.#client.ask('Scan', { TableName, ConsistentRead: true })
      const items = answer['Items'] as readonly Account[]
      assert.equal(items.length, accounts / 2)
      return items.map((item) => ({
        kind: 'read one',
        account: Number(item.pk.S ?? item.pk.N),
        balance: balanceOf(item)!,
      }))
    })
  }

  async #transfer(chance: Chance): Promise<void> {
    const transfer = randomTransfer(chance)
    const input = this.#transferInput(transfer)
    await this.history.record(async () => {
      return this.#outcome(transfer, await this.#client.call('TransactWriteItems', input))
    })
  }

  /** Sends the same token twice at once and once more later: the transfer is applied once. */
  async #transferTwice(chance: Chance): Promise<void> {
    const transfer = randomTransfer(chance)
    const input = this.#transferInput(transfer)
    const send = (): Promise<CallAnswer> => this.#client.call('TransactWriteItems', input)
    let applied = false
    await this.history.record(async () => {
      const answers = await Promise.all([send(), send()])
      const inProgress = 'TransactionInProgressException'
      const settled = answers.filter(({ type }) => type !== inProgress)
      const outcomes = settled.flatMap((answer) => this.#outcome(transfer, answer))
      const first = outcomes.findIndex(({ kind }) => kind === 'transfer')
      applied = first !== -1
      return outcomes.filter(({ kind }, index) => kind !== 'transfer' || index === first)
    })
    if (applied) assert.equal((await send()).status, 200, 'a repeated transaction is answered')
  }

  #transferInput({ from, to, amount, witness, floor }: Transfer): Json {
    const id = String(this.#transfers++)
    const told = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    const account = (n: number): Json => ({ TableName: this.#tableOf(n), Key: this.#keyOf(n) })
    const payment = { id: { S: id }, payer: { N: String(from) }, payee: { N: String(to) } }
    return {
      ClientRequestToken: `transfer-${id}`,
      TransactItems: [
        {
          Update: {
            ...account(from),
            UpdateExpression: 'SET balance = balance - :amount',
            ConditionExpression: 'balance >= :amount',
            ExpressionAttributeValues: { ':amount': { N: String(amount) } },
            ...told,
          },
        },
        {
          Update: {
            ...account(to),
            UpdateExpression: 'ADD balance :amount',
            ExpressionAttributeValues: { ':amount': { N: String(amount) } },
          },
        },
        {
          ConditionCheck: {
            ...account(witness),
            ConditionExpression: 'balance >= :floor',
            ExpressionAttributeValues: { ':floor': { N: String(floor) } },
            ...told,
          },
        },
        {
          Put: { TableName: this.#tables[2], Item: { ...payment, amount: { N: String(amount) } } },
        },
      ],
    }
  }

  #outcome(transfer: Transfer, answer: CallAnswer): readonly BankOperation[] {
    if (answer.status === 200) return [{ kind: 'transfer', ...transfer }]
    const reasons = reasonsOf(answer)
    const codes = reasons.map(({ Code }) => Code)
    if (codes.includes('TransactionConflict')) return []
    assert.deepEqual([codes[1], codes[3], codes.length], ['None', 'None', 4])
    const [payer, witnessed] = [seenBy(reasons[0]!), seenBy(reasons[2]!)]
    return [
      {
        ...transfer,
        kind: 'refused',
        ...(payer === undefined ? {} : { payer }),
        ...(witnessed === undefined ? {} : { witnessed }),
      },
    ]
  }

  #tableOf(account: number): string {
    return this.#tables[account % 2]!
  }

  #keyOf(account: number): Json {
    return { pk: account % 2 === 0 ? { S: String(account) } : { N: String(account) } }
  }
}

const journal: Json = {
  AttributeDefinitions: [attribute('id', 'S'), attribute('payer', 'N')],
  KeySchema: [hash('id')],
  GlobalSecondaryIndexes: [
    { IndexName: 'by-payer', KeySchema: [hash('payer')], Projection: projectAll },
  ],
  ...onDemand,
}

type Line = Readonly<Record<'payer' | 'payee' | 'amount', { readonly N: string }>>

interface Account {
  readonly pk: { readonly S?: string; readonly N?: string }
  readonly balance: { readonly N: string }
}

function randomTransfer(chance: Chance): Transfer {
  const everyone = Array.from({ length: accounts }, (_, account) => account)
  const [from, to, witness] = someOf(chance, everyone, 3) as [number, number, number]
  return { from, to, witness, amount: 1 + below(chance, 40), floor: below(chance, 60) }
}

function seenBy({ Code, Item }: Reason): number | undefined {
  if (Code === 'None') return undefined
  assert.equal(Code, 'ConditionalCheckFailed')
  return balanceOf(Item)
}

function balanceOf(item: unknown): number | undefined {
  const text = (item as Account | undefined)?.balance.N
  return text === undefined ? undefined : Number(text)
}

function requireConflict(answer: CallAnswer): void {
  const codes = reasonsOf(answer).map(({ Code }) => Code)
  assert.ok(codes.includes('TransactionConflict'), answer.message)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}
