/** Links between deployments: how they are made and refused, and what they say about the other side. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { missingOpenssl, TestAuthority } from '../../test/support/certificates.js'
import { callTo } from './endpoint-call.js'
import { deployment, inIamMode, linkTo, rootKey, type TestDeployment } from './links-suite.js'

describe('a link', () => {
  let here: TestDeployment
  let there: TestDeployment
  before(async () => {
    here = await deployment('us-east-1', inIamMode)
    there = await deployment('eu-west-1', inIamMode)
  })
  after(async () => {
    await here.gramme.stop()
    await there.gramme.stop()
  })

  const refused = (input: object, sentence: RegExp) =>
    assert.rejects(here.call('gramme.CreateLink', { ...linkTo(there), ...input }), sentence)

  it('is made, listed with its state, replaced and deleted', async () => {
    const { Link } = await here.call('gramme.CreateLink', linkTo(there))
    assert.equal(Link?.Endpoint, there.url)
    assert.ok(!JSON.stringify(Link).includes('secret'))
    const { Links = [] } = await here.call('gramme.ListLinks', {})
    assert.deepEqual(
      Links.map(({ Region, Status }) => [Region, Status]),
      [['eu-west-1', 'AVAILABLE']],
    )
    assert.ok(Math.abs(Links[0]!.ClockOffsetMilliseconds!) < 60_000)
    await refused({}, /There already is a link to eu-west-1/)
    await here.call('gramme.CreateLink', { ...linkTo(there), Replace: true })
    await here.call('gramme.DeleteLink', { Region: 'eu-west-1' })
    await assert.rejects(here.call('gramme.DeleteLink', { Region: 'eu-west-1' }), /Link not found/)
    assert.deepEqual(await here.call('gramme.ListLinks', {}), { Links: [] })
  })

  it('is refused with the reason if it cannot work', async () => {
    await refused({ SecretAccessKey: 'wrong' }, /refuses the key of the link: .*Signature/)
    await refused({ AccessKeyId: 'unknown' }, /refuses the key of the link: Unrecognized/)
    await refused({ Endpoint: 'http://127.0.0.1:1' }, /nobody listens there \(ECONNREFUSED\)/)
    await refused({ Endpoint: here.url }, /is this deployment itself/)
    await refused({ Endpoint: 'ftp://127.0.0.1' }, /validation error/)
    await refused({ Region: 'us-east-1' }, /that region is here/)
    await refused({ ClientPrivateKey: 'x' }, /given together/)
  })

  it('is refused for a region that has tables here', async () => {
    const elsewhere = callTo({ ...rootKey, url: new URL(here.url), region: 'ap-south-1' })
    await elsewhere('dynamodb.CreateTable', {
      TableName: 'orders',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
    await refused({ Region: 'ap-south-1' }, /There are tables of ap-south-1 in this deployment/)
  })

  it('says that the other side is gone', async () => {
    const other = await deployment('eu-north-1', inIamMode)
    await here.call('gramme.CreateLink', linkTo(other))
    await other.gramme.stop()
    const { Links = [] } = await here.call('gramme.ListLinks', {})
    assert.deepEqual(
      Links.map(({ Status }) => Status),
      ['UNREACHABLE'],
    )
    assert.match(Links[0]!.StatusDescription!, /nobody listens there/)
    await here.call('gramme.DeleteLink', { Region: 'eu-north-1' })
  })
})

describe('a link whose key is not good any more', () => {
  it('says so, and works again with another', async () => {
    await using here = await deployment('us-east-1', inIamMode)
    const before = await deployment('eu-west-1', inIamMode)
    await here.call('gramme.CreateLink', linkTo(before))
    const { port } = before.gramme.address
    await before.gramme.stop()
    const secret = 'anotherSecretOfRootOfTests'
    const renewed = { ...inIamMode, rootSecretAccessKey: secret, port }
    await using there = await deployment('eu-west-1', renewed)
    const state = async () => (await here.call('gramme.ListLinks', {})).Links![0]!
    const { Status, StatusDescription } = await state()
    assert.equal(Status, 'DENIED')
    assert.match(StatusDescription!, /refuses the key of the link: .*Signature/)
    const again = { ...linkTo(there), SecretAccessKey: secret, Replace: true }
    await here.call('gramme.CreateLink', again)
    assert.equal((await state()).Status, 'AVAILABLE')
  })
})

describe('a link over TLS', { skip: missingOpenssl() }, () => {
  let authority: TestAuthority
  before(() => void (authority = new TestAuthority()))
  after(() => authority.remove())

  it('needs the authority of the other side, and a client certificate if that asks for one', async () => {
    const served = authority.issue('server')
    const client = authority.issue('client')
    await using here = await deployment('us-east-1')
    await using there = await deployment('eu-west-1', {
      tlsCert: served.cert,
      tlsKey: served.key,
      tlsClientCa: authority.cert,
    })
    const text = (file: string) => readFileSync(file, 'utf8')
    const trusting = { ...linkTo(there), CertificateAuthority: text(authority.cert) }
    const whole = {
      ...trusting,
      ClientCertificate: text(client.cert),
      ClientPrivateKey: text(client.key),
    }
    const stranger = new TestAuthority('a stranger')
    const foreign = stranger.issue('client')
    const strangers = { ClientCertificate: text(foreign.cert), ClientPrivateKey: text(foreign.key) }
    const other = { ...linkTo(there), CertificateAuthority: text(stranger.cert) }
    stranger.remove()
    const refusal = (input: typeof trusting, sentence: RegExp) =>
      assert.rejects(here.call('gramme.CreateLink', input), sentence)
    await refusal(other, /its certificate is signed by nobody whom this side trusts/)
    await refusal(trusting, /it asks for a client certificate, and the link has none/)
    await refusal({ ...trusting, ...strangers }, /client certificate/)
    await here.call('gramme.CreateLink', whole)
    const { Links = [] } = await here.call('gramme.ListLinks', {})
    assert.deepEqual(
      Links.map(({ Status }) => Status),
      ['AVAILABLE'],
    )
  })

  it('says which certificate has expired', async () => {
    const [good, old] = [authority.issue('good'), authority.issue('old', -1)]
    await using here = await deployment('us-east-1')
    const tls = { tlsCert: good.cert, tlsKey: good.key, tlsClientCa: authority.cert }
    await using there = await deployment('eu-west-1', tls)
    const expired = {
      ...linkTo(there),
      CertificateAuthority: readFileSync(authority.cert, 'utf8'),
      ClientCertificate: readFileSync(old.cert, 'utf8'),
      ClientPrivateKey: readFileSync(old.key, 'utf8'),
    }
    const sentence = /client certificate of the link has expired|closed the connection/
    await assert.rejects(here.call('gramme.CreateLink', expired), sentence)
    const lapsed = createServer({ cert: readFileSync(old.cert), key: readFileSync(old.key) })
    await once(lapsed.listen(0, '127.0.0.1'), 'listening')
    const { port } = lapsed.address() as AddressInfo
    const elsewhere = { ...expired, Endpoint: `https://127.0.0.1:${port}` }
    await assert.rejects(here.call('gramme.CreateLink', elsewhere), /its certificate has expired/)
    lapsed.close()
  })
})
