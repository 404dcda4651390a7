"""boto3 against the server whose URL is the first argument: batch_writer, Key and Attr conditions,
paginators, parallel scans, batches and transactions, on a table with a local and a sparse global index.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

resource = boto3.resource("dynamodb", endpoint_url=URL)
client = boto3.client("dynamodb", endpoint_url=URL)
table = resource.Table("Orders")

COUNT = 60
SEGMENTS = 4


def order(n):
    """Order n of sixty, over three customers; every fifth is open, and only those are in the sparse index."""
    item = {
        "customer": f"customer#{n % 3}",
        "number": Decimal(n),
        "placed": f"2026-{n % 12 + 1:02}-01",
        "total": Decimal(n) / 4,
        "tags": {f"tag{n % 2}", "all"},
        "address": {"city": "Paris" if n % 4 == 0 else "Rome"},
    }
    return {**item, "open": "yes"} if n % 5 == 0 else item


ORDERS = [order(n) for n in range(COUNT)]


def numbers(items):
    return [int(item["number"]) for item in items]


def matching(test):
    return sorted(n for n, item in enumerate(ORDERS) if test(item))


@check
def create_table_with_indexes():
    everything = {"ProjectionType": "ALL"}
    resource.create_table(
        TableName="Orders",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[
            {"AttributeName": "customer", "KeyType": "HASH"},
            {"AttributeName": "number", "KeyType": "RANGE"},
        ],
        AttributeDefinitions=[
            {"AttributeName": "customer", "AttributeType": "S"},
            {"AttributeName": "number", "AttributeType": "N"},
            {"AttributeName": "placed", "AttributeType": "S"},
            {"AttributeName": "open", "AttributeType": "S"},
        ],
        LocalSecondaryIndexes=[
            {
                "IndexName": "by-placed",
                "KeySchema": [
                    {"AttributeName": "customer", "KeyType": "HASH"},
                    {"AttributeName": "placed", "KeyType": "RANGE"},
                ],
                "Projection": everything,
            }
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "open",
                "KeySchema": [
                    {"AttributeName": "open", "KeyType": "HASH"},
                    {"AttributeName": "number", "KeyType": "RANGE"},
                ],
                "Projection": everything,
            }
        ],
    )
    client.get_waiter("table_exists").wait(TableName="Orders", WaiterConfig=WAIT)


@check
def batch_writer_puts_and_deletes():
    with table.batch_writer(overwrite_by_pkeys=["customer", "number"]) as batch:
        for item in ORDERS:
            batch.put_item(Item={**item, "draft": True})
            batch.put_item(Item=item)
        batch.put_item(Item={"customer": "customer#9", "number": Decimal(99)})
    with table.batch_writer() as batch:
        batch.delete_item(Key={"customer": "customer#9", "number": Decimal(99)})
    answer = table.scan(Select="COUNT")
    assert answer["Count"] == COUNT, answer
    assert "draft" not in table.get_item(Key={"customer": "customer#0", "number": 0})["Item"]


@check
def key_conditions():
    of_customer = Key("customer").eq("customer#1")
    number = Key("number")
    rows = [
        (None, lambda n: True),
        (number.eq(7), lambda n: n == 7),
        (number.lt(10), lambda n: n < 10),
        (number.lte(10), lambda n: n <= 10),
        (number.gt(10), lambda n: n > 10),
        (number.gte(10), lambda n: n >= 10),
        (number.between(10, 20), lambda n: 10 <= n <= 20),
    ]
    for condition, test in rows:
        whole = of_customer if condition is None else of_customer & condition
        found = numbers(table.query(KeyConditionExpression=whole)["Items"])
        assert found == [n for n in range(1, COUNT, 3) if test(n)], (condition, found)
    backwards = table.query(KeyConditionExpression=of_customer, ScanIndexForward=False, Limit=2)
    assert numbers(backwards["Items"]) == [58, 55], backwards


@check
def key_conditions_on_indexes():
    found = table.query(
        IndexName="by-placed",
        ConsistentRead=True,
        KeyConditionExpression=Key("customer").eq("customer#0") & Key("placed").begins_with("2026-1"),
    )["Items"]
    expected = matching(
        lambda item: item["customer"] == "customer#0" and item["placed"].startswith("2026-1")
    )
    assert sorted(numbers(found)) == expected, found
    assert [item["placed"] for item in found] == sorted(item["placed"] for item in found), found
    opened = table.query(IndexName="open", KeyConditionExpression=Key("open").eq("yes"))["Items"]
    assert numbers(opened) == list(range(0, COUNT, 5)), opened
    refused(
        "ValidationException",
        "Consistent reads are not supported on global secondary indexes",
        table.query,
        IndexName="open",
        ConsistentRead=True,
        KeyConditionExpression=Key("open").eq("yes"),
    )


@check
def attribute_conditions():
    total, city = Attr("total"), Attr("address.city")
    rows = [
        (total.eq(Decimal("2.5")), lambda item: item["total"] == Decimal("2.5")),
        (total.ne(Decimal("2.5")), lambda item: item["total"] != Decimal("2.5")),
        (total.between(1, 2), lambda item: 1 <= item["total"] <= 2),
        (total.is_in([1, 2, 3]), lambda item: item["total"] in (1, 2, 3)),
        (city.eq("Paris") & total.lt(5), lambda item: item["address"]["city"] == "Paris" and item["total"] < 5),
        (city.begins_with("Ro") | total.gte(14), lambda item: item["address"]["city"] == "Rome" or item["total"] >= 14),
        (~city.contains("ari"), lambda item: item["address"]["city"] != "Paris"),
        (Attr("tags").contains("tag1"), lambda item: "tag1" in item["tags"]),
        (Attr("tags").size().eq(2) & Attr("open").exists(), lambda item: "open" in item),
        (Attr("open").not_exists() & Attr("total").attribute_type("N"), lambda item: "open" not in item),
    ]
    for condition, test in rows:
        found = sorted(numbers(table.scan(FilterExpression=condition)["Items"]))
        assert found == matching(test), (condition.get_expression(), found)


@check
def filter_with_key_condition_and_projection():
    answer = table.query(
        KeyConditionExpression=Key("customer").eq("customer#2"),
        FilterExpression=Attr("total").gt(10),
        ProjectionExpression="#n, address.city",
        ExpressionAttributeNames={"#n": "number"},
        ReturnConsumedCapacity="TOTAL",
    )
    expected = [n for n in range(2, COUNT, 3) if n / 4 > 10]
    assert numbers(answer["Items"]) == expected, answer
    assert set(answer["Items"][0]) == {"number", "address"}, answer
    assert (answer["Count"], answer["ScannedCount"]) == (len(expected), 20), answer
    assert answer["ConsumedCapacity"]["CapacityUnits"] > 0, answer


@check
def pages_by_last_evaluated_key():
    found, position = [], {}
    while True:
        page = table.query(
            KeyConditionExpression=Key("customer").eq("customer#0"), Limit=7, **position
        )
        found += numbers(page["Items"])
        if "LastEvaluatedKey" not in page:
            break
        position = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    assert found == list(range(0, COUNT, 3)), found


@check
def paginators():
    pages = client.get_paginator("query").paginate(
        TableName="Orders",
        KeyConditionExpression="customer = :c",
        ExpressionAttributeValues={":c": {"S": "customer#1"}},
        PaginationConfig={"PageSize": 6},
    )
    sizes = [page["Count"] for page in pages]
    assert sizes == [6, 6, 6, 2], sizes

    first = client.get_paginator("scan").paginate(
        TableName="Orders", PaginationConfig={"PageSize": 8, "MaxItems": 20}
    )
    start = first.build_full_result()
    assert len(start["Items"]) == 20, start
    rest = client.get_paginator("scan").paginate(
        TableName="Orders", PaginationConfig={"StartingToken": start["NextToken"]}
    )
    keys = [
        (item["customer"]["S"], item["number"]["N"])
        for item in start["Items"] + rest.build_full_result()["Items"]
    ]
    assert len(keys) == len(set(keys)) == COUNT, len(keys)


def scan_segment(segment, **arguments):
    """One worker of a parallel scan, as PynamoDB and boto3 users write it: with its own session."""
    own = boto3.session.Session().resource("dynamodb", endpoint_url=URL).Table("Orders")
    items, position = [], {}
    while True:
        page = own.scan(
            Segment=segment, TotalSegments=SEGMENTS, Limit=5, ConsistentRead=True, **arguments, **position
        )
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return items
        position = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


@check
def parallel_scan_by_segments():
    with ThreadPoolExecutor(SEGMENTS) as pool:
        segments = list(pool.map(scan_segment, range(SEGMENTS)))
    found = sorted(number for items in segments for number in numbers(items))
    assert found == list(range(COUNT)), found
    rate = Attr("total").gte(10)
    filtered = [scan_segment(segment, FilterExpression=rate) for segment in range(SEGMENTS)]
    found = sorted(number for items in filtered for number in numbers(items))
    assert found == list(range(40, COUNT)), found


@check
def batch_get_a_hundred_keys():
    keys = [{"customer": f"customer#{n % 3}", "number": Decimal(n)} for n in range(100)]
    answer = resource.batch_get_item(
        RequestItems={
            "Orders": {
                "Keys": keys,
                "ProjectionExpression": "#n",
                "ExpressionAttributeNames": {"#n": "number"},
            }
        }
    )
    assert sorted(numbers(answer["Responses"]["Orders"])) == list(range(COUNT)), answer
    assert answer["UnprocessedKeys"] == {}, answer


def pay(number, limit):
    """A transaction in plain Python values, which the resource's client converts."""
    return {
        "TransactItems": [
            {
                "Update": {
                    "TableName": "Orders",
                    "Key": {"customer": f"customer#{number % 3}", "number": number},
                    "UpdateExpression": "SET paid = :yes REMOVE #open",
                    "ConditionExpression": "#total < :limit",
                    "ExpressionAttributeNames": {"#open": "open", "#total": "total"},
                    "ExpressionAttributeValues": {":yes": True, ":limit": limit},
                    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                }
            },
            {
                "Put": {
                    "TableName": "Orders",
                    "Item": {"customer": "receipts", "number": number},
                    "ConditionExpression": "attribute_not_exists(customer)",
                }
            },
        ]
    }


@check
def transaction_is_whole_or_nothing():
    write = resource.meta.client.transact_write_items
    write(**pay(5, 100), ClientRequestToken="pay-5")
    write(**pay(5, 100), ClientRequestToken="pay-5")
    receipts = Key("customer").eq("receipts")
    assert numbers(table.query(KeyConditionExpression=receipts)["Items"]) == [5]
    try:
        write(**pay(10, 0))
        raise AssertionError("not cancelled")
    except resource.meta.client.exceptions.TransactionCanceledException as error:
        reasons = error.response["CancellationReasons"]
        assert [reason["Code"] for reason in reasons] == ["ConditionalCheckFailed", "None"], reasons
        assert reasons[0]["Message"] == "The conditional request failed", reasons
        # The document interface does not convert errors: this item is in wire form.
        assert reasons[0]["Item"]["number"] == {"N": "10"}, reasons
    assert numbers(table.query(KeyConditionExpression=receipts)["Items"]) == [5]
    opened = table.query(IndexName="open", KeyConditionExpression=Key("open").eq("yes"))["Items"]
    assert numbers(opened) == [n for n in range(0, COUNT, 5) if n != 5], opened


@check
def transaction_with_other_content_under_one_token():
    try:
        resource.meta.client.transact_write_items(**pay(20, 100), ClientRequestToken="pay-5")
    except client.exceptions.IdempotentParameterMismatchException:
        return
    raise AssertionError("not refused")


@check
def transaction_reads():
    answer = resource.meta.client.transact_get_items(
        TransactItems=[
            {"Get": {"TableName": "Orders", "Key": {"customer": "customer#2", "number": 5}}},
            {"Get": {"TableName": "Orders", "Key": {"customer": "nobody", "number": 0}}},
        ]
    )
    found, missing = answer["Responses"]
    assert found["Item"]["paid"] is True, answer
    assert "Item" not in missing, answer


@check
def delete_table():
    table.delete()
    client.get_waiter("table_not_exists").wait(TableName="Orders", WaiterConfig=WAIT)


run_checks()
