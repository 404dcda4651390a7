/** A table as it was: the time slider, one item of the past, backups, and jobs. */
import assert from 'node:assert/strict'
import {
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { until } from '../../support/until.js'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Recover-Music'
const path = `/us-east-1/tables/${table}/recover`

export async function testRecover(bench: ConsoleBench): Promise<void> {
  await bench.client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await put(bench, 'first')
  await checkPage(bench, { name: 'turns recovery on', path }, async (page) => {
    await page.getByRole('heading', { name: 'Point-in-time recovery is off' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Days to keep').fill('7')
    await page.getByRole('button', { name: 'Turn recovery on' }).click()
    await page.getByRole('slider', { name: 'Moment' }).waitFor()
    assert.equal((await recovery(bench))?.RecoveryPeriodInDays, 7)
  })

  const moment = await latest(bench)
  await untilAfter(bench, moment)
  await put(bench, 'second')
  await untilAfter(bench, Math.ceil(Date.now() / 1000))

  const past = `${path}#at=${moment}`
  await checkPage(
    bench,
    { name: 'moves by seconds, minutes and hours, within what there is', path: past },
    async (page) => {
      const slider = page.getByRole('slider', { name: 'Moment' })
      await slider.focus()
      assert.equal(await slider.inputValue(), String(moment))
      await page.keyboard.press('ArrowRight')
      assert.equal(await slider.inputValue(), String(moment + 1))
      await page.keyboard.press('Control+ArrowLeft')
      const first = await slider.getAttribute('min')
      assert.equal(await slider.inputValue(), first)
      await page.getByRole('button', { name: '1 s later' }).click()
      assert.equal(await slider.inputValue(), String(Number(first) + 1))
      await expectAccessible(page)
    },
  )

  await checkPage(bench, { name: 'shows an item as it was', path: past }, async (page) => {
    await page.getByLabel('id (S)').fill('one')
    await page.getByRole('button', { name: /^Show the item as of/ }).click()
    const row = page.getByRole('row', { name: /note/ })
    await row.getByText('first').waitFor()
    await row.getByText('second').waitFor()
    await row.getByText('changed since').waitFor()
    await until(
      async () => (await tableNames(bench)).join() === table,
      () => 'the temporary table is still there',
    )
  })

  await checkPage(bench, { name: 'restores a table as it was', path: past }, async (page) => {
    await page.getByLabel('Restore as a new table').fill('Recovered')
    await page.getByRole('button', { name: /^Restore as of/ }).click()
    await page.getByRole('list', { name: 'Restored tables' }).getByText('ACTIVE').waitFor()
    assert.equal(await noteIn(bench, 'Recovered'), 'first')
  })

  await checkPage(bench, { name: 'makes, restores and deletes backups', path }, async (page) => {
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('region', { name: 'Backups' }).last().getByText('AVAILABLE').waitFor()
    await page.getByRole('button', { name: /^Restore Recover-Music-/ }).click()
    await page.getByLabel('Name of the new table').fill('From-Backup')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('list', { name: 'Restored tables' }).getByText('ACTIVE').waitFor()
    assert.equal(await noteIn(bench, 'From-Backup'), 'second')
    await page.goto(`${bench.url}/console/us-east-1/jobs`)
    await page
      .getByRole('row', { name: /backup/ })
      .getByText('AVAILABLE')
      .waitFor()
    await expectAccessible(page)
    await page.goto(`${bench.url}/console${path}`)
    await page.getByRole('button', { name: /^Delete backup/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete Recover-Music/ })
      .click()
    await page.getByText('The table has no backups.').waitFor()
  })
}

async function put({ client }: ConsoleBench, note: string): Promise<void> {
  const Item = { id: { S: 'one' }, note: { S: note } }
  await client.send(new PutItemCommand({ TableName: table, Item }))
}

async function noteIn({ client }: ConsoleBench, TableName: string): Promise<string | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: 'one' } } }))
  return Item?.['note']?.S
}

async function recovery({ client }: ConsoleBench) {
  const command = new DescribeContinuousBackupsCommand({ TableName: table })
  const { ContinuousBackupsDescription } = await client.send(command)
  return ContinuousBackupsDescription?.PointInTimeRecoveryDescription
}

/** The last second that can be restored. */
async function latest(bench: ConsoleBench): Promise<number> {
  const found = await recovery(bench)
  return Math.floor((found?.LatestRestorableDateTime?.getTime() ?? 0) / 1000)
}

/** So that a later change is in another second. */
async function untilAfter(bench: ConsoleBench, moment: number): Promise<void> {
  await until(
    async () => (await latest(bench)) > moment,
    () => `nothing after ${moment} can be restored`,
  )
}

async function tableNames({ client }: ConsoleBench): Promise<readonly string[]> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  return TableNames
}
