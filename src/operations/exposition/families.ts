/** What is told about each family of counters where they are scraped. */
import type { Family } from '../../metrics/metric-sink.js'

const counter = (help: string): Family => ({ type: 'counter', help })

export const families: Readonly<Record<string, Family>> = {
  gramme_requests_total: counter(
    'Requests by their outcome: OK, or the type of the error. One for several tables counts for each.',
  ),
  gramme_request_duration_seconds: {
    type: 'histogram',
    help: 'How long successful requests took in the server. Bounds are right to about 5%.',
  },
  gramme_consumed_read_units_total: counter('Read units that were consumed.'),
  gramme_consumed_write_units_total: counter('Write units that were consumed.'),
  gramme_throttle_events_total: counter('Refusals for want of throughput, by their reason.'),
  gramme_would_be_throttled_total: counter(
    'What would have been refused for want of throughput if throttling were on.',
  ),
  gramme_conditional_check_failures_total: counter('Conditions that did not hold.'),
  gramme_transaction_conflicts_total: counter('Items on which transactions were in conflict.'),
  gramme_returned_items_total: counter('Items that pages have returned.'),
  gramme_expired_items_total: counter('Items that time to live has deleted.'),
  gramme_stream_records_total: counter('Records that were read from streams.'),
  gramme_stream_bytes_total: counter('Bytes of the records that were read from streams.'),
  gramme_dax_requests_total: counter('Requests of clients of DAX, whatever became of them.'),
  gramme_dax_failed_requests_total: counter('Requests of DAX that failed, and whose fault it was.'),
  gramme_dax_throttled_requests_total: counter(
    'Requests of DAX that were refused because their client had sent too many.',
  ),
  gramme_dax_request_duration_seconds: {
    type: 'histogram',
    help: 'How long successful requests of DAX took in the server. Bounds are right to about 5%.',
  },
  gramme_dax_cache_hits_total: counter('What the caches of DAX were asked for and had.'),
  gramme_dax_cache_misses_total: counter('What the caches of DAX were asked for and did not have.'),
  gramme_dax_evicted_bytes_total: counter(
    'Bytes that the caches of DAX had no room for any longer.',
  ),
}
