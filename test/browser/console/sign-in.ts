/** The console of a server that verifies signatures: every call is signed by the user's own key. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { startServerProcess } from '../../../scripts/server-process.js'
import { checkPage, enterKey, expectAccessible, type ConsoleBench } from './console-bench.js'
import { field } from './edit-bench.js'
import { expectRegionsAlone } from './replica-links.js'

const key = { accessKeyId: 'BrowserRoot', secretAccessKey: 'a-secret-of-the-browser-tests-0001' }
const reader = {
  accessKeyId: 'BrowserReader',
  secretAccessKey: 'a-secret-of-the-browser-tests-0002',
}
const guest = {
  accessKeyId: 'BrowserGuest',
  secretAccessKey: 'a-secret-of-the-browser-tests-0003',
}
const table = 'Signed-Music'
const secondTable = 'Signed-Films'
/** One that the guest knows nothing of. */
const closedTable = 'Signed-Wages'

/** May do everything with tables, and nothing else. */
const iam = {
  accounts: {
    '000000000000': {
      policies: {
        tables: {
          document: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }],
          },
        },
        twoTables: {
          document: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Action: ['GetItem', 'Query', 'Scan', 'DescribeTable'].map(
                  (name) => `dynamodb:${name}`,
                ),
                Resource: [table, secondTable].map((name) => `arn:aws:dynamodb:*:*:table/${name}`),
              },
            ],
          },
        },
      },
      users: {
        reader: {
          attachedPolicies: ['arn:aws:iam::000000000000:policy/tables'],
          accessKeys: [reader],
        },
        guest: {
          attachedPolicies: ['arn:aws:iam::000000000000:policy/twoTables'],
          accessKeys: [guest],
        },
      },
    },
  },
}

export async function testSignIn(open: ConsoleBench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-sign-in-'))
  const iamFile = join(folder, 'iam.json')
  await writeFile(iamFile, JSON.stringify(iam))
  await using server = await startServerProcess({
    args: ['--in-memory', '--log-level', 'error', '--auth', 'iam', '--iam-file', iamFile],
    env: {
      GRAMME_ROOT_ACCESS_KEY_ID: key.accessKeyId,
      GRAMME_ROOT_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
  })
  const { url } = server
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials: key })
  for (const TableName of [table, secondTable, closedTable]) {
    await client.send(
      new CreateTableCommand({
        TableName,
        AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
  }
  await client.send(
    new PutItemCommand({ TableName: secondTable, Item: { Artist: { S: 'Zenobe' } } }),
  )
  const bench = { ...open, url, client }
  await checkPage(
    bench,
    { name: 'asks for a key, and refuses a wrong one', path: '' },
    async (page) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await expectAccessible(page)
      await enterKey(page, { ...key, secretAccessKey: 'wrong' })
      await page.getByRole('alert').getByText('SignatureDoesNotMatch').waitFor()
      assert.doesNotMatch(await page.content(), /secret-of-the-browser/)
      await enterKey(page, key)
      await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
      assert.doesNotMatch(page.url(), /BrowserRoot|secret/)
    },
  )

  await checkPage(
    bench,
    { name: 'forgets the key with the page, or with the tab', path: '/us-east-1/tables' },
    async (page) => {
      await enterKey(page, key)
      await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
      await page.reload()
      await page.getByRole('checkbox', { name: 'Keep until this tab is closed' }).check()
      await enterKey(page, key)
      await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
      await page.reload()
      await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
      const another = await page.context().newPage()
      await another.goto(`${url}/console/us-east-1/tables`)
      await another.getByRole('heading', { name: 'Sign in' }).waitFor()
      await another.close()
      assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("secret")'), false)
    },
  )

  await checkPage(
    bench,
    { name: 'says who is signed in, and signs out', path: '/settings' },
    async (page) => {
      await enterKey(page, key)
      await page.getByText('arn:aws:iam::000000000000:root').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    },
  )

  await checkPage(
    bench,
    { name: 'asks again over the page when the key is refused', path: '/settings' },
    async (page) => {
      await enterKey(page, key)
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      await page.route('**/', (route) =>
        route.fulfill({
          status: 400,
          contentType: 'application/x-amz-json-1.0',
          body: JSON.stringify({
            __type: 'com.amazon.coral.service#ExpiredTokenException',
            message: 'The security token included in the request is expired',
          }),
        }),
      )
      await page.getByRole('button', { name: 'Region us-east-1' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'eu-west-1' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await dialog.getByText('The security token included in the request is expired').waitFor()
      await expectAccessible(page)
      await page.unroute('**/')
      await enterKey(page, key)
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Region eu-west-1' }).waitFor()
    },
  )
  const path = `/us-east-1/tables/${table}/metrics`
  await checkPage(bench, { name: 'names a right that is missing', path }, async (page) => {
    await enterKey(page, reader)
    const denied = page.getByRole('alert').first()
    await denied.getByText('is not authorized to perform: cloudwatch:GetMetricData').waitFor()
    await denied.getByRole('button', { name: 'Copy policy statement' }).waitFor()
    await page.getByRole('button', { name: 'Count keys' }).waitFor()
    await expectAccessible(page)
  })
  await testReplicaRights(bench)
  await testGuest(bench)
  client.destroy()
  await rm(folder, { recursive: true })
}

/** Who may see tables, and not how they are replicated. */
async function testReplicaRights(bench: ConsoleBench): Promise<void> {
  await bench.client.send(
    new UpdateTableCommand({
      TableName: closedTable,
      ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }],
    }),
  )
  const path = `/us-east-1/tables/${closedTable}#tab=replicas`
  const check = { name: 'shows the regions alone without the right to more', path }
  await checkPage(bench, check, (page) => expectRegionsAlone(page, () => enterKey(page, reader)))
}

/** Somebody who may read two tables and nothing else: pages say what is not allowed, and show the rest. */
async function testGuest(bench: ConsoleBench): Promise<void> {
  const asGuest = { ...bench, key: guest }
  const list = '/us-east-1/tables'
  await checkPage(
    asGuest,
    { name: 'a guest opens a table by name, and reads it', path: list },
    async (page) => {
      const denied = page.getByRole('alert')
      await denied.getByText('is not authorized to perform: dynamodb:ListTables').waitFor()
      await page.getByRole('link', { name: 'The tables cannot be listed.' }).waitFor()
      await expectAccessible(page)
      await denied.getByRole('textbox', { name: 'Name of a table' }).fill(secondTable)
      await denied.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('gridcell', { name: 'Zenobe' }).waitFor()
    },
  )

  await checkPage(
    asGuest,
    { name: 'a guest’s write is refused, and stays', path: `${list}/${table}/items` },
    async (page) => {
      await page.getByRole('button', { name: 'New item' }).click()
      await field(page, 'Artist').fill('Ampere')
      await page.getByRole('button', { name: 'Review new item' }).click()
      await page.getByRole('button', { name: 'Create item' }).click()
      await page.getByText('is not authorized to perform: dynamodb:PutItem').waitFor()
      await expectAccessible(page)
    },
  )

  const parts: readonly (readonly [path: string, shown: string, also: string])[] = [
    [`${list}/${table}`, 'not allowed', 'arn:aws:dynamodb:us-east-1:000000000000:table/'],
    [`${list}/${table}#tab=tags`, 'dynamodb:ListTagsOfResource', table],
    [`${list}/${table}#tab=access`, 'dynamodb:GetResourcePolicy', table],
    [`${list}/${table}#tab=backups`, 'dynamodb:DescribeContinuousBackups', table],
    [
      `${list}/${table}/metrics`,
      'cloudwatch:GetMetricData',
      'dynamodb:DescribeContributorInsights',
    ],
    [`${list}/${table}/recover`, 'dynamodb:DescribeContinuousBackups', table],
    [`${list}/${closedTable}/items`, 'dynamodb:DescribeTable', closedTable],
    ['/us-east-1/jobs', 'dynamodb:ListBackups', 'Jobs'],
    ['/us-east-1/partiql', 'PartiQL', 'Run'],
    ['/us-east-1/triggers', 'is not authorized to perform', 'Triggers'],
  ]
  await checkPage(
    asGuest,
    { name: 'pages say what a guest may not see', path: '/settings' },
    async (page) => {
      await page.getByText('user/guest').first().waitFor()
      for (const [path, shown, also] of parts) {
        await page.goto(`${bench.url}/console${path}`)
        const main = page.getByRole('main')
        await main.getByText(shown).first().waitFor()
        await main.getByText(also).first().waitFor()
        await expectAccessible(page)
      }
    },
  )
}
