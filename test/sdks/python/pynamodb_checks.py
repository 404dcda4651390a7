"""PynamoDB against the server whose URL is the first argument: models, an index, pages, batches,
transactions, optimistic locking, and the errors it raises.
"""

import sys

from pynamodb.attributes import (
    ListAttribute,
    MapAttribute,
    NumberAttribute,
    UnicodeAttribute,
    UnicodeSetAttribute,
    UTCDateTimeAttribute,
    VersionAttribute,
)
from pynamodb.connection import Connection
from pynamodb.exceptions import DoesNotExist, PutError, TableDoesNotExist, TransactWriteError
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex, KeysOnlyProjection, LocalSecondaryIndex
from pynamodb.models import Model
from pynamodb.transactions import TransactGet, TransactWrite

from boto3_checks import check, run_checks

URL = sys.argv[1]


class ByCity(GlobalSecondaryIndex):
    class Meta:
        index_name = "byCity"
        projection = AllProjection()
        read_capacity_units = 1
        write_capacity_units = 1

    city = UnicodeAttribute(hash_key=True)
    number = NumberAttribute(range_key=True)


class ByScore(LocalSecondaryIndex):
    class Meta:
        index_name = "byScore"
        projection = KeysOnlyProjection()

    customer = UnicodeAttribute(hash_key=True)
    score = NumberAttribute(range_key=True)


class Order(Model):
    class Meta:
        table_name = "PynamoOrders"
        host = URL
        region = "eu-central-1"
        read_capacity_units = 5
        write_capacity_units = 5

    customer = UnicodeAttribute(hash_key=True)
    number = NumberAttribute(range_key=True)
    by_city = ByCity()
    by_score = ByScore()
    city = UnicodeAttribute(default="Liège")
    score = NumberAttribute(default=0)
    tags = UnicodeSetAttribute(null=True)
    lines = ListAttribute(default=list)
    address = MapAttribute(null=True)
    at = UTCDateTimeAttribute(null=True)


class Counter(Model):
    class Meta:
        table_name = "PynamoCounters"
        host = URL
        region = "eu-central-1"
        billing_mode = "PAY_PER_REQUEST"

    name = UnicodeAttribute(hash_key=True)
    value = NumberAttribute(default=0)
    version = VersionAttribute()


@check
def create_tables_with_indexes():
    # Both indexes name the table's key attributes again, as PynamoDB's models do.
    Order.create_table(wait=True)
    Counter.create_table(wait=True)
    assert Order.exists() and Counter.exists()


@check
def save_and_get():
    order = Order("ada", 1, tags={"a", "b"}, lines=[{"sku": "x", "count": 2}], address={"door": 3})
    order.save()
    read = Order.get("ada", 1, consistent_read=True)
    assert read.tags == {"a", "b"} and read.address["door"] == 3, read
    assert read.lines[0]["sku"] == "x", read.lines


@check
def a_missing_item_raises():
    try:
        Order.get("nobody", 1)
    except DoesNotExist:
        return
    raise AssertionError("found")


@check
def batch_and_query_by_pages():
    with Order.batch_write() as batch:
        for number in range(2, 40):
            batch.save(Order("ada", number, score=100 - number))
    numbers = [order.number for order in Order.query("ada", Order.number > 10, page_size=7)]
    assert numbers == list(range(11, 40)), numbers
    scores = [order.score for order in Order.by_score.query("ada", Order.score >= 90, page_size=3)]
    assert scores == list(range(90, 99)), scores
    in_city = Order.by_city.query("Liège", scan_index_forward=False, limit=5, page_size=2)
    assert [order.number for order in in_city] == [39, 38, 37, 36, 35]
    assert Order.count("ada") == 39
    assert len(list(Order.batch_get([("ada", 3), ("ada", 4), ("eve", 1)]))) == 2


@check
def update_with_conditions():
    order = Order.get("ada", 2)
    order.update(
        actions=[Order.score.add(1), Order.lines.set(Order.lines.append([{"sku": "y"}]))],
        condition=Order.score == 98,
    )
    assert order.score == 99 and order.lines[-1]["sku"] == "y", order.attribute_values


@check
def a_failed_condition_raises():
    try:
        Order("ada", 2).save(condition=Order.customer.does_not_exist())
    except PutError as error:
        assert error.cause_response_code == "ConditionalCheckFailedException", error
        return
    raise AssertionError("saved")


@check
def a_stale_version_raises():
    first = Counter("visits")
    first.save()
    second = Counter.get("visits")
    second.update(actions=[Counter.value.add(1)])
    try:
        first.update(actions=[Counter.value.add(1)])
    except Exception as error:
        assert "ConditionalCheckFailed" in str(error), error
        assert Counter.get("visits").value == 1
        return
    raise AssertionError("a stale version was written")


@check
def transactions():
    connection = Connection(host=URL, region="eu-central-1")
    with TransactWrite(connection=connection, client_request_token="pynamo-1") as transaction:
        transaction.save(Order("bob", 1))
        transaction.delete(Order("ada", 39))
        transaction.condition_check(Order, "ada", 1, condition=Order.customer.exists())
    with TransactGet(connection=connection) as transaction:
        found = transaction.get(Order, "bob", 1)
        missing = transaction.get(Order, "ada", 39)
    assert found.get().number == 1
    try:
        missing.get()
    except DoesNotExist:
        return
    raise AssertionError("the deleted item was found")


@check
def a_cancelled_transaction_raises_with_reasons():
    connection = Connection(host=URL, region="eu-central-1")
    try:
        with TransactWrite(connection=connection) as transaction:
            transaction.save(Order("eve", 1))
            transaction.save(Order("ada", 1), condition=Order.customer.does_not_exist())
    except TransactWriteError as error:
        assert error.cause_response_code == "TransactionCanceledException", error
        codes = [reason and reason.code for reason in error.cancellation_reasons]
        assert codes == [None, "ConditionalCheckFailed"], codes
        return
    raise AssertionError("not cancelled")


@check
def scan_in_segments_and_delete_tables():
    seen = [order.number for segment in range(3) for order in Order.scan(segment=segment, total_segments=3)]
    assert len(seen) == 39, len(seen)
    Order.delete_table()
    Counter.delete_table()
    try:
        Order.query("ada").next()
    except (TableDoesNotExist, Exception) as error:
        assert "not found" in str(error) or "does not exist" in str(error), error
        return
    raise AssertionError("a deleted table was read")


run_checks()
