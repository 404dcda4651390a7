/** The AWS CLI and a table that is throttled because of its tag: it tries again until there is capacity. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

const table = ['--table-name', 'Narrow']

export async function testThrottling(cli: Cli, folder: string, tally: Tally): Promise<void> {
  await tally.check('aws-cli: put-item waits for capacity', async () => {
    await cli(
      ...['create-table', ...table, '--tags', 'Key=gramme:throttle,Value=on'],
      ...['--key-schema', 'AttributeName=id,KeyType=HASH'],
      ...['--attribute-definitions', 'AttributeName=id,AttributeType=S'],
      ...['--provisioned-throughput', 'ReadCapacityUnits=1,WriteCapacityUnits=1'],
    )
    await cli('wait', 'table-exists', ...table)
    // 300 units were saved; what it takes beyond them is paid after some seconds.
    const large = { id: { S: 'large' }, text: { S: 'x'.repeat(306 * 1024) } }
    const file = join(folder, 'large-item.json')
    await writeFile(file, JSON.stringify(large))
    await cli('put-item', ...table, '--item', `file://${file}`)
    await cli('put-item', ...table, '--item', JSON.stringify({ id: { S: 'small' } }))
    await cli('delete-table', ...table)
  })
}
