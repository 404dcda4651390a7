/** Settings, and the way to tables that are in another account or region. */
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { checkPage, connect, expectAccessible, type ConsoleBench } from './console-bench.js'

export async function testSettings(bench: ConsoleBench): Promise<void> {
  const elsewhere = connect(bench.url, 'xx-north-9')
  await elsewhere.send(
    new CreateTableCommand({
      TableName: 'Far-Away',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  elsewhere.destroy()

  await checkPage(
    bench,
    { name: 'settings say whose data is shown', path: '/settings' },
    async (page) => {
      const identity = page.getByRole('region', { name: 'Identity' })
      await identity.getByText('Open: any credentials work').waitFor()
      await expectAccessible(page)
      await identity.getByLabel('Access key ID').fill('12345678901')
      await identity.getByText('An account has twelve digits.').waitFor()
      await identity.getByLabel('Access key ID').fill('123456789012')
      await identity.getByRole('button', { name: 'Use this account' }).click()
      await page.getByRole('banner').getByText('123456789012').waitFor()
      await page.reload()
      await page.getByRole('banner').getByText('123456789012').waitFor()
      await page.getByRole('button', { name: 'Clear everything' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Clear everything' }).click()
      await page.waitForURL('**/console/us-east-1/tables')
      await page.getByRole('banner').getByText('000000000000').waitFor()
    },
  )

  for (const theme of ['light', 'dark'] as const) {
    await checkPage(
      bench,
      {
        name: `settings are accessible on a phone, ${theme}`,
        path: '/settings',
        theme,
        width: 390,
        height: 844,
      },
      async (page) => {
        await page.getByRole('heading', { name: 'Settings' }).waitFor()
        await expectAccessible(page)
      },
    )
  }

  await checkPage(bench, { name: 'any region can be named', path: '' }, async (page) => {
    await page.getByRole('button', { name: 'Region us-east-1' }).click()
    await page.getByRole('menuitem', { name: 'Another region…' }).click()
    await page.getByRole('textbox', { name: 'Region' }).fill('xx-north-9')
    await page.getByRole('button', { name: 'Switch', exact: true }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Far-Away' }).waitFor()
  })
}
