/** Changes of state that have yet to be told, in the store, oldest first. */
import { allAlarmNotices } from '../storage/alarm-keys.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { decodeNotice, deleteNotice, putNotice, type AlarmNotice } from './alarm-record.js'
import { noticeAttemptsMax, noticeRetryMs } from './limits.js'

export class AlarmNotices {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async list(entriesMax: number): Promise<readonly AlarmNotice[]> {
    const [{ entries }] = await this.#engine.read([
      { kind: 'range', space: systemSpace, ...allAlarmNotices(), entriesMax },
    ])
    return entries.map(({ value }) => decodeNotice(value))
  }

  async remove(notices: readonly AlarmNotice[], fence: Fence): Promise<void> {
    await writeFenced(this.#engine, fence, notices.map(deleteNotice))
  }

  /** Returns whether it will be tried again. */
  async postpone(notice: AlarmNotice, nowMs: number, fence: Fence): Promise<boolean> {
    const attempts = notice.attempts + 1
    const isLast = attempts >= noticeAttemptsMax
    const dueAtMs = nowMs + noticeRetryMs * 2 ** notice.attempts
    const change = isLast ? deleteNotice(notice) : putNotice({ ...notice, attempts, dueAtMs })
    await writeFenced(this.#engine, fence, [change])
    return !isLast
  }
}
