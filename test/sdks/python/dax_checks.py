"""The DAX client of Python: its first argument is the server's URL for tables, the second the one of DAX.

The server is restarted when the program asks for it.
"""

import sys
from decimal import Decimal

import boto3
from amazondax import AmazonDaxClient

from boto3_checks import WAIT, check, refused, run_checks
from restarts import restart_server

URL, DAX_URL = sys.argv[1:3]

control = boto3.client("dynamodb", endpoint_url=URL)
dax = AmazonDaxClient(region_name="eu-central-1", endpoint_url=DAX_URL)

TABLE = "DaxPython"
SIMPLE = "DaxPythonSimple"


def key(customer, number):
    return {"customer": {"S": customer}, "number": {"N": str(number)}}


def order(number, **more):
    return {**key("ann", number), "total": {"N": str(number * 10)}, **more}


EVERYTHING = {
    "text": {"S": "grüße"},
    "empty": {"S": ""},
    "whole": {"N": "-17"},
    "fraction": {"N": "3.25"},
    "large": {"N": "12345678901234567890123456789012345678"},
    "bytes": {"B": b"\x00\x01\xff"},
    "yes": {"BOOL": True},
    "no": {"BOOL": False},
    "nothing": {"NULL": True},
    "list": {"L": [{"S": "a"}, {"N": "1"}, {"L": []}]},
    "map": {"M": {"inner": {"M": {"deep": {"N": "1"}}}}},
    "texts": {"SS": ["a", "b"]},
    "numbers": {"NS": ["1", "2.5"]},
    "binaries": {"BS": [b"a", b"b"]},
}


def in_order(item):
    """Sets have no order."""
    return {
        name: {kind: sorted(value) if kind in ("SS", "NS", "BS") else value}
        for name, attribute in item.items()
        for kind, value in attribute.items()
    }


@check
def tables_are_made_without_dax():
    for name, keys in ((TABLE, ("customer", "number")), (SIMPLE, ("id",))):
        types = {"customer": "S", "number": "N", "id": "B", "total": "N"}
        wanted = [*keys, "total"] if name == TABLE else keys
        index = {
            "IndexName": "byTotal",
            "KeySchema": [
                {"AttributeName": "customer", "KeyType": "HASH"},
                {"AttributeName": "total", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
        control.create_table(
            TableName=name,
            KeySchema=[
                {"AttributeName": attribute, "KeyType": kind}
                for attribute, kind in zip(keys, ("HASH", "RANGE"))
            ],
            AttributeDefinitions=[
                {"AttributeName": attribute, "AttributeType": types[attribute]}
                for attribute in wanted
            ],
            BillingMode="PAY_PER_REQUEST",
            **({"GlobalSecondaryIndexes": [index]} if name == TABLE else {}),
        )
        control.get_waiter("table_exists").wait(TableName=name, WaiterConfig=WAIT)


@check
def an_item_of_all_types_is_put_and_read():
    item = {**key("types", 1), **EVERYTHING}
    dax.put_item(TableName=TABLE, Item=item)
    for _ in range(2):
        got = dax.get_item(TableName=TABLE, Key=key("types", 1))["Item"]
        assert in_order(got) == in_order(item), got
    stored = control.get_item(TableName=TABLE, Key=key("types", 1))["Item"]
    assert in_order(stored) == in_order(item), stored
    strong = dax.get_item(TableName=TABLE, Key=key("types", 1), ConsistentRead=True)["Item"]
    assert in_order(strong) == in_order(item), strong


@check
def a_binary_key_and_numbers_as_keys():
    for raw in (b"\x00", b"\xff\xfe", b"plain"):
        item = {"id": {"B": raw}, "n": {"N": "1"}}
        dax.put_item(TableName=SIMPLE, Item=item)
        assert dax.get_item(TableName=SIMPLE, Key={"id": {"B": raw}})["Item"] == item
    for number in ("-1.5", "0", "1E+3", "0.001", "99999999999999999999"):
        dax.put_item(TableName=TABLE, Item={**key("keys", 0), "number": {"N": number}})
    found = dax.query(
        TableName=TABLE,
        KeyConditionExpression="customer = :c",
        ExpressionAttributeValues={":c": {"S": "keys"}},
    )["Items"]
    numbers = [Decimal(item["number"]["N"]) for item in found]
    expected = ["-1.5", "0", "0.001", "1000", "99999999999999999999"]
    assert numbers == [Decimal(text) for text in expected], numbers


@check
def a_missing_item_is_missing():
    assert "Item" not in dax.get_item(TableName=TABLE, Key=key("nobody", 1))
    assert "Item" not in dax.get_item(TableName=TABLE, Key=key("nobody", 1))
    dax.put_item(TableName=TABLE, Item=key("nobody", 1))
    assert dax.get_item(TableName=TABLE, Key=key("nobody", 1))["Item"] == key("nobody", 1)


@check
def projections():
    asked = {
        "ProjectionExpression": "#t, #m.inner.deep, #l[1]",
        "ExpressionAttributeNames": {"#t": "text", "#m": "map", "#l": "list"},
    }
    got = dax.get_item(TableName=TABLE, Key=key("types", 1), **asked)["Item"]
    assert got == {
        "text": EVERYTHING["text"],
        "map": EVERYTHING["map"],
        "list": {"L": [{"N": "1"}]},
    }, got


@check
def return_values_of_writes():
    first = order(1, note={"S": "new"})
    assert "Attributes" not in dax.put_item(TableName=TABLE, Item=first, ReturnValues="ALL_OLD")
    second = order(1)
    old = dax.put_item(TableName=TABLE, Item=second, ReturnValues="ALL_OLD")["Attributes"]
    assert old == first, old
    update = {
        "UpdateExpression": "SET total = total + :more, #s = if_not_exists(#s, :list) REMOVE note",
        "ExpressionAttributeNames": {"#s": "steps"},
        "ExpressionAttributeValues": {":more": {"N": "5"}, ":list": {"L": []}},
    }
    expected = {
        "UPDATED_OLD": {"total": {"N": "10"}},
        "UPDATED_NEW": {"total": {"N": "20"}, "steps": {"L": []}},
        "ALL_OLD": {**second, "total": {"N": "20"}, "steps": {"L": []}},
        "ALL_NEW": {**second, "total": {"N": "30"}, "steps": {"L": []}},
    }
    for returned, attributes in expected.items():
        got = dax.update_item(TableName=TABLE, Key=key("ann", 1), ReturnValues=returned, **update)
        assert got["Attributes"] == attributes, (returned, got)
    gone = dax.delete_item(TableName=TABLE, Key=key("ann", 1), ReturnValues="ALL_OLD")
    assert gone["Attributes"]["total"] == {"N": "30"}, gone
    assert "Item" not in dax.get_item(TableName=TABLE, Key=key("ann", 1))


@check
def batches():
    orders = [order(n, status={"S": "paid" if n % 2 else "open"}) for n in range(1, 26)]
    puts = [{"PutRequest": {"Item": item}} for item in orders]
    answer = dax.batch_write_item(RequestItems={TABLE: puts})
    assert not answer.get("UnprocessedItems"), answer
    keys = [key("ann", n) for n in range(1, 31)]
    got = dax.batch_get_item(RequestItems={TABLE: {"Keys": keys}})
    assert not got.get("UnprocessedKeys"), got
    by_number = sorted(got["Responses"][TABLE], key=lambda item: int(item["number"]["N"]))
    assert by_number == orders, by_number
    few = dax.batch_get_item(
        RequestItems={TABLE: {"Keys": keys[:2], "ProjectionExpression": "total"}}
    )["Responses"][TABLE]
    assert sorted(item["total"]["N"] for item in few) == ["10", "20"], few
    dax.batch_write_item(RequestItems={TABLE: [{"DeleteRequest": {"Key": key("ann", 25)}}]})
    assert "Item" not in dax.get_item(TableName=TABLE, Key=key("ann", 25))


@check
def queries_by_the_page():
    pages, start = [], {}
    while True:
        page = dax.query(
            TableName=TABLE,
            KeyConditionExpression="customer = :c AND #n BETWEEN :low AND :high",
            FilterExpression="#s = :paid OR contains(#s, :pe)",
            ExpressionAttributeNames={"#n": "number", "#s": "status"},
            ExpressionAttributeValues={
                ":c": {"S": "ann"},
                ":low": {"N": "2"},
                ":high": {"N": "23"},
                ":paid": {"S": "paid"},
                ":pe": {"S": "nothing"},
            },
            Limit=7,
            **start,
        )
        pages.append(page)
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    assert [page["ScannedCount"] for page in pages] == [7, 7, 7, 1], pages
    numbers = [int(item["number"]["N"]) for page in pages for item in page["Items"]]
    assert numbers == list(range(3, 24, 2)), numbers
    counted = dax.query(
        TableName=TABLE,
        KeyConditionExpression="customer = :c",
        ExpressionAttributeValues={":c": {"S": "ann"}},
        Select="COUNT",
        ScanIndexForward=False,
    )
    assert counted["Count"] == 24 and "Items" not in counted, counted


@check
def an_index_by_the_page():
    numbers, start = [], {}
    while True:
        page = dax.query(
            TableName=TABLE,
            IndexName="byTotal",
            KeyConditionExpression="customer = :c AND total > :low",
            ExpressionAttributeValues={":c": {"S": "ann"}, ":low": {"N": "100"}},
            ScanIndexForward=False,
            Limit=5,
            **start,
        )
        numbers += [int(item["number"]["N"]) for item in page["Items"]]
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    assert numbers == list(range(24, 10, -1)), numbers


@check
def scans_by_the_page_and_in_segments():
    seen, start = 0, {}
    while True:
        page = dax.scan(TableName=TABLE, Limit=10, **start)
        seen += page["Count"]
        if "LastEvaluatedKey" not in page:
            break
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
    parts = [dax.scan(TableName=TABLE, Segment=n, TotalSegments=3)["Count"] for n in range(3)]
    assert sum(parts) == seen == control.scan(TableName=TABLE)["Count"], (parts, seen)


@check
def transactions():
    dax.transact_write_items(
        TransactItems=[
            {"Put": {"TableName": TABLE, "Item": order(50)}},
            {
                "Update": {
                    "TableName": TABLE,
                    "Key": key("ann", 2),
                    "UpdateExpression": "SET total = :t",
                    "ExpressionAttributeValues": {":t": {"N": "7"}},
                }
            },
            {"Delete": {"TableName": TABLE, "Key": key("ann", 3)}},
            {
                "ConditionCheck": {
                    "TableName": TABLE,
                    "Key": key("ann", 4),
                    "ConditionExpression": "attribute_exists(total)",
                }
            },
        ],
        ClientRequestToken="once",
    )
    got = dax.transact_get_items(
        TransactItems=[
            {"Get": {"TableName": TABLE, "Key": key("ann", number)}} for number in (50, 2, 3)
        ]
    )["Responses"]
    assert got[0]["Item"] == order(50), got
    assert got[1]["Item"]["total"] == {"N": "7"}, got
    assert not got[2].get("Item"), got
    assert dax.get_item(TableName=TABLE, Key=key("ann", 2))["Item"]["total"] == {"N": "7"}


@check
def a_cancelled_transaction_has_its_reasons():
    error = None
    try:
        dax.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": TABLE, "Item": order(51)}},
                {
                    "Put": {
                        "TableName": TABLE,
                        "Item": order(4),
                        "ConditionExpression": "attribute_not_exists(customer)",
                        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    }
                },
            ]
        )
    except Exception as caught:  # Its type is what is checked.
        error = caught
    assert error is not None
    assert error.response["Error"]["Code"] == "TransactionCanceledException", error.response
    # The client leaves them as they come: code, message and item of each action.
    codes = error.cancellation_reasons[0::3]
    assert codes == ["None", "ConditionalCheckFailed"], error.cancellation_reasons
    assert error.cancellation_reasons[5], error.cancellation_reasons
    assert "Item" not in dax.get_item(TableName=TABLE, Key=key("ann", 51))


@check
def errors_are_typed():
    refused(
        "ConditionalCheckFailedException",
        "The conditional request failed",
        dax.put_item,
        TableName=TABLE,
        Item=order(4),
        ConditionExpression="attribute_not_exists(customer) AND size(total) < :n",
        ExpressionAttributeValues={":n": {"N": "3"}},
    )
    for call, arguments in (
        (dax.get_item, {"Key": {"id": {"S": "x"}}}),
        (dax.scan, {}),
    ):
        try:
            call(TableName="DaxPythonNone", **arguments)
        except Exception as error:  # Its type is what is checked.
            assert error.response["Error"]["Code"] == "ResourceNotFoundException", error.response
            continue
        raise AssertionError("not refused")


@check
def consumed_capacity():
    answer = dax.put_item(TableName=TABLE, Item=order(60), ReturnConsumedCapacity="TOTAL")
    assert answer["ConsumedCapacity"]["TableName"] == TABLE, answer
    assert answer["ConsumedCapacity"]["CapacityUnits"] == 2, answer


@check
def a_restart_of_the_server_is_survived():
    restart_server()
    got = dax.get_item(TableName=TABLE, Key=key("types", 1))["Item"]
    assert got["text"] == EVERYTHING["text"], got
    dax.put_item(TableName=TABLE, Item=order(70))
    assert dax.get_item(TableName=TABLE, Key=key("ann", 70))["Item"] == order(70)


run_checks()
