/** Two tables compared in the console. */
import { CreateTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const path = '/us-east-1/compare#a=Before&b=After'

export async function testCompare(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  const put = async (TableName: string, pk: string, n: string) => {
    const Item = { pk: { S: pk }, n: { N: n } }
    await client.send(new PutItemCommand({ TableName, Item }))
  }
  for (const TableName of ['Before', 'After']) {
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    await put(TableName, 'same', '1')
  }
  await put('Before', 'gone', '1')
  await put('Before', 'other', '41')
  await put('After', 'other', '42')
  await put('After', 'new', '1')

  await checkPage(bench, { name: 'compare tells two tables apart', path }, async (page) => {
    await page.getByText(/^Reads 6 items/).waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('1 added · 1 removed · 1 changed · 1 the same · 6 items read').waitFor()
    await page.getByRole('row', { name: /added new/ }).waitFor()
    await page.getByRole('row', { name: /removed gone/ }).waitFor()
    await page.getByRole('button', { name: 'other' }).click()
    await page.getByRole('textbox', { name: 'other in Before and in After' }).waitFor()
    await expectAccessible(page)
  })
}
