/** What the actions of `gramme link` ask a server for. */
import { readFile } from 'node:fs/promises'
import type { InputOf } from '../api/services.js'
import { textOf, type GivenFlags } from './flags.js'
import { printRows } from './print-rows.js'
import type { ServedActions, ServedCall } from './served-actions.js'
import { UsageError } from './usage-error.js'

export const linkActions: ServedActions = { add, list, remove }

async function add({ call, flags, environment, words }: ServedCall): Promise<void> {
  const [Region, Endpoint] = words
  const AccessKeyId = textOf(flags, 'access-key-id')
  if (Region === undefined || Endpoint === undefined || words.length > 2) {
    throw new UsageError('gramme link add needs a region and the address of its deployment.')
  }
  if (AccessKeyId === undefined) throw new UsageError('gramme link add needs --access-key-id.')
  const SecretAccessKey =
    (await contentOf(flags, 'secret-file'))?.trim() ?? environment['GRAMME_LINK_SECRET']
  if (SecretAccessKey === undefined) {
    throw new UsageError('gramme link add needs --secret-file, or GRAMME_LINK_SECRET.')
  }
  const input: InputOf<'gramme.CreateLink'> = {
    ...{ Region, Endpoint, AccessKeyId, SecretAccessKey, Replace: flags.has('replace') },
    ...named('CertificateAuthority', await contentOf(flags, 'ca')),
    ...named('ClientCertificate', await contentOf(flags, 'cert')),
    ...named('ClientPrivateKey', await contentOf(flags, 'key')),
  }
  await call('gramme.CreateLink', input)
  process.stdout.write(`Linked ${Region} at ${Endpoint}.\n`)
}

function named(name: string, content: string | undefined) {
  return content === undefined ? {} : { [name]: content }
}

async function contentOf(flags: GivenFlags, flag: string): Promise<string | undefined> {
  const file = textOf(flags, flag)
  if (file === undefined) return undefined
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The file ${file} cannot be read.`)
  })
}

async function list({ call }: ServedCall): Promise<void> {
  const { Links = [] } = await call('gramme.ListLinks', {})
  if (Links.length === 0) return void process.stdout.write('There are no links.\n')
  const rows = Links.map((link) => [
    link.Region ?? '',
    link.Endpoint ?? '',
    link.AccessKeyId ?? '',
    link.ClockOffsetMilliseconds === undefined ? '' : `${link.ClockOffsetMilliseconds} ms`,
    link.StatusDescription ?? link.Status ?? '',
  ])
  printRows([['REGION', 'ENDPOINT', 'KEY', 'CLOCK', 'STATUS'], ...rows])
}

async function remove({ call, words }: ServedCall): Promise<void> {
  const [Region] = words
  if (Region === undefined) throw new UsageError('gramme link remove needs a region.')
  await call('gramme.DeleteLink', { Region })
  process.stdout.write(`Removed the link to ${Region}.\n`)
}
