/** Who calls, by STS. It speaks forms and XML, unlike the other services. */
import type { Connection } from './connection.js'
import { Fault } from './fault.js'
import { send } from './send.js'

export interface CallerIdentity {
  readonly account: string
  readonly arn: string
  readonly userId: string
}

export async function callerIdentity(
  connection: Connection,
  signal?: AbortSignal,
): Promise<CallerIdentity> {
  const xml = await send(
    connection,
    {
      signingName: 'sts',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
      isRepeatable: true,
      readFault: xmlFault,
    },
    signal,
  )
  const [account, arn, userId] = ['Account', 'Arn', 'UserId'].map((name) => textIn(xml, name))
  if (account === undefined || arn === undefined) {
    throw new Fault({ type: 'NoIdentity', message: 'The endpoint has no STS.', status: 200 })
  }
  return { account, arn, userId: userId ?? '' }
}

export function xmlFault({ status, headers }: Response, xml: string): Fault {
  return new Fault({
    type: textIn(xml, 'Code') ?? `HTTP ${status}`,
    message: textIn(xml, 'Message') ?? '',
    status,
    requestId: headers.get('x-amzn-requestid') ?? undefined,
  })
}

/** These answers are flat: each element occurs once, and holds text. */
function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => entities[name]!)
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}
