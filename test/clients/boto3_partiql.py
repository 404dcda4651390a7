"""boto3 against the server whose URL is the first argument: single statements, batches and
transactions, through the resource's client, which takes plain values, and through the plain client.
"""

import sys
from decimal import Decimal

import boto3
from boto3.dynamodb.types import Binary, TypeDeserializer, TypeSerializer

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]

resource = boto3.resource("dynamodb", endpoint_url=URL)
documents = resource.meta.client
client = boto3.client("dynamodb", endpoint_url=URL)

COUNT = 25
WHOLE_KEY = 'WHERE "year" = ? AND title = ?'
MALFORMED = "Statement wasn't well formed, can't be processed: "


def movie(n):
    item = {"year": Decimal(1980 + n % 2), "title": f"movie {n:02}", "rating": Decimal(n) / 4}
    return {**item, "genre": "drama"} if n % 5 == 0 else item


MOVIES = [movie(n) for n in range(COUNT)]


def run(statement, *parameters, **options):
    """A statement with plain values."""
    given = {"Parameters": list(parameters)} if parameters else {}
    return documents.execute_statement(Statement=statement, **given, **options)


def titles(items):
    return [item["title"] for item in items]


@check
def create_table_for_statements():
    resource.create_table(
        TableName="Movies",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[
            {"AttributeName": "year", "KeyType": "HASH"},
            {"AttributeName": "title", "KeyType": "RANGE"},
        ],
        AttributeDefinitions=[
            {"AttributeName": "year", "AttributeType": "N"},
            {"AttributeName": "title", "AttributeType": "S"},
            {"AttributeName": "genre", "AttributeType": "S"},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "by-genre",
                "KeySchema": [
                    {"AttributeName": "genre", "KeyType": "HASH"},
                    {"AttributeName": "title", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    client.get_waiter("table_exists").wait(TableName="Movies", WaiterConfig=WAIT)


@check
def insert_by_parameters():
    for item in MOVIES:
        members = ", ".join(f"'{name}': ?" for name in item)
        answer = run(f'INSERT INTO "Movies" VALUE {{{members}}}', *item.values())
        assert answer["Items"] == [], answer


@check
def insert_twice_is_refused():
    refused(
        "DuplicateItemException",
        "Duplicate primary key exists in table",
        run,
        statement="INSERT INTO Movies VALUE {'year': 1980, 'title': 'movie 00'}",
    )


@check
def select_by_key():
    found = run(f'SELECT * FROM "Movies" {WHOLE_KEY}', 1980, "movie 00")["Items"]
    assert found == [MOVIES[0]], found
    assert run(f'SELECT * FROM "Movies" {WHOLE_KEY}', 1980, "nothing")["Items"] == []
    rating = run(f'SELECT rating FROM "Movies" {WHOLE_KEY}', 1981, "movie 01")["Items"]
    assert rating == [{"rating": Decimal("0.25")}], rating


@check
def select_by_conditions():
    rows = [
        ('"year" = 1981', lambda m: m["year"] == 1981),
        ("\"year\" = 1980 AND title > 'movie 10'", lambda m: m["year"] == 1980 and m["title"] > "movie 10"),
        ('"year" IN [1980, 1981]', lambda m: True),
        ("rating BETWEEN 1 AND 2", lambda m: 1 <= m["rating"] <= 2),
        ("genre IS MISSING AND rating < 1", lambda m: "genre" not in m and m["rating"] < 1),
        ("genre = 'drama' OR rating >= 6", lambda m: "genre" in m or m["rating"] >= 6),
        ("NOT genre = 'drama'", lambda m: "genre" not in m),
        ("genre <> 'comedy'", lambda m: "genre" in m),
        ("begins_with(title, 'movie 1')", lambda m: m["title"].startswith("movie 1")),
        ("contains(title, '2')", lambda m: "2" in m["title"]),
        ("attribute_type(genre, 'S')", lambda m: "genre" in m),
        ("size(title) = 8", lambda m: True),
    ]
    for where, test in rows:
        found = titles(run(f"SELECT * FROM Movies WHERE {where}")["Items"])
        assert sorted(found) == [m["title"] for m in MOVIES if test(m)], (where, found)


@check
def select_from_an_index_in_order():
    statement = 'SELECT title FROM "Movies"."by-genre" WHERE genre = ? ORDER BY title DESC'
    found = titles(run(statement, "drama")["Items"])
    assert found == [f"movie {n:02}" for n in range(20, -1, -5)], found


@check
def select_page_by_page():
    statement, found, sizes, position = 'SELECT * FROM "Movies" WHERE "year" = ?', [], [], {}
    while True:
        page = run(statement, 1980, Limit=4, ReturnConsumedCapacity="TOTAL", **position)
        found += titles(page["Items"])
        sizes.append(len(page["Items"]))
        assert page["ConsumedCapacity"]["CapacityUnits"] == 0.5, page
        if "NextToken" not in page:
            break
        position = {"NextToken": page["NextToken"]}
    assert found == [f"movie {n:02}" for n in range(0, COUNT, 2)], found
    assert sizes == [4, 4, 4, 1], sizes


@check
def tokens_fit_one_statement():
    token = run('SELECT * FROM "Movies" WHERE "year" = ?', 1980, Limit=4)["NextToken"]
    refused(
        "ValidationException",
        "NextToken does not match request",
        client.execute_statement,
        Statement='SELECT * FROM "Movies" WHERE "year" = ?',
        Parameters=[{"N": "1981"}],
        NextToken=token,
    )
    refused(
        "ValidationException",
        "Invalid NextToken",
        client.execute_statement,
        Statement="SELECT * FROM Movies",
        NextToken="garbage",
    )


EVERY_TYPE = {
    "digits": Decimal("12345678901234567890123456789012345678"),
    "bytes": Binary(b"\x00\xff"),
    "text": "it's \"quoted\" \U0001f600",
    "empty": "",
    "yes": True,
    "nothing": None,
    "names": {"a", "b"},
    "numbers": {Decimal("1"), Decimal("2.5")},
    "binaries": {Binary(b"x")},
    "list": ["a", Decimal("1"), {"deep": [None, False]}],
    "map": {"__proto__": {"toString": "mine"}},
}


@check
def parameters_of_every_type():
    for name, value in EVERY_TYPE.items():
        answer = run(
            f'UPDATE "Movies" SET "{name}" = ? {WHOLE_KEY} RETURNING MODIFIED NEW *',
            value,
            1980,
            "movie 02",
        )
        assert answer["Items"] == [{name: value}], answer
        found = run(f'SELECT "{name}" FROM "Movies" {WHOLE_KEY} AND "{name}" = ?', 1980, "movie 02", value)
        assert found["Items"] == [{name: value}], found


@check
def parameters_by_the_serializer():
    serialize, deserialize = TypeSerializer().serialize, TypeDeserializer().deserialize
    answer = client.execute_statement(
        Statement=f'SELECT * FROM "Movies" {WHOLE_KEY}',
        Parameters=[serialize(1980), serialize("movie 00")],
    )
    found = {name: deserialize(value) for name, value in answer["Items"][0].items()}
    assert found == MOVIES[0], found


@check
def literals_of_every_type():
    run(
        "INSERT INTO Movies VALUE {'year': 2000, 'title': 'it''s', 'n': -1.5e1, 't': true, 'z': null, "
        "'l': [1, 'a', {}], 'm': {'k': [false]}, 'ss': <<'a', 'b'>>, 'ns': <<1, 2.5>>}"
    )
    found = run(f"SELECT * FROM Movies {WHOLE_KEY}", 2000, "it's")["Items"]
    expected = {
        "year": Decimal(2000),
        "title": "it's",
        "n": Decimal(-15),
        "t": True,
        "z": None,
        "l": [Decimal(1), "a", {}],
        "m": {"k": [False]},
        "ss": {"a", "b"},
        "ns": {Decimal(1), Decimal("2.5")},
    }
    assert found == [expected], found


@check
def update_and_delete():
    key = (2000, "it's")
    answer = run(
        "UPDATE Movies SET l = list_append(l, [2]) SET ss = set_add(ss, <<'c'>>) SET n = n + 1 "
        f"REMOVE m.k, z {WHOLE_KEY} AND n < ? RETURNING ALL NEW *",
        *key,
        0,
    )
    (item,) = answer["Items"]
    assert item["l"] == [1, "a", {}, 2] and item["ss"] == {"a", "b", "c"}, item
    assert item["n"] == -14 and item["m"] == {} and "z" not in item, item
    deleted = run(f"DELETE FROM Movies {WHOLE_KEY} RETURNING ALL OLD *", *key)["Items"]
    assert deleted == [item], deleted
    assert run(f"DELETE FROM Movies {WHOLE_KEY}", *key)["Items"] == []


@check
def failed_conditions_show_the_item():
    statement = f"UPDATE Movies SET rating = 5 {WHOLE_KEY} AND rating > 100"
    try:
        run(statement, 1980, "movie 00", ReturnValuesOnConditionCheckFailure="ALL_OLD")
        raise AssertionError("not refused")
    except client.exceptions.ConditionalCheckFailedException as error:
        assert error.response["Error"]["Message"] == "The conditional request failed", error
        assert error.response["Item"]["title"] == {"S": "movie 00"}, error.response


@check
def faults_of_statements():
    key = "WHERE \"year\" = 1980 AND title = 'x'"
    mandatory = "Where clause does not contain a mandatory equality on all key attributes"
    rows = [
        ("SLECT * FROM Movies", MALFORMED + "Expected data manipulation"),
        ("SELECT * FROM Movies WHERE rating = 1 foo", MALFORMED + "Unexpected token after expression"),
        ("SELECT * FROM Movies WHERE title = 'x", MALFORMED),
        ("SELECT * FROM Movies WHERE rating = ?", "Number of parameters in request and statement don't match."),
        ("UPDATE Movies SET rating = 1 WHERE \"year\" = 1980", mandatory),
        ("DELETE FROM Movies WHERE title = 'x'", mandatory),
        (
            f"DELETE FROM Movies {key} RETURNING ALL NEW *",
            "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
        ),
        (f"EXISTS(SELECT * FROM Movies {key})", "EXISTS can only be used in ExecuteTransaction write requests."),
        (
            "INSERT INTO Movies VALUE {'year': 1980}",
            "One or more parameter values were invalid: Missing the key title in the item",
        ),
    ]
    for statement, message in rows:
        refused("ValidationException", message, run, statement=statement)
    refused(
        "ResourceNotFoundException",
        "Requested resource not found",
        run,
        statement="SELECT * FROM Nowhere",
    )


def batch(*statements, **options):
    members = [{"Statement": text, **({"Parameters": list(values)} if values else {})} for text, *values in statements]
    return documents.batch_execute_statement(Statements=members, **options)


@check
def batch_of_reads():
    select = f"SELECT title FROM Movies {WHOLE_KEY}"
    answer = batch(
        (select, 1981, "movie 03"),
        (select, 1981, "nothing"),
        ("SELECT * FROM Movies WHERE rating = ?", 1),
        ReturnConsumedCapacity="TOTAL",
    )
    found, missing, fault = answer["Responses"]
    assert found == {"TableName": "Movies", "Item": {"title": "movie 03"}}, answer
    assert missing == {"TableName": "Movies"}, answer
    assert fault["Error"] == {
        "Code": "ValidationError",
        "Message": "Select statements within BatchExecuteStatement must specify the primary key in the where clause.",
    }, answer
    assert answer["ConsumedCapacity"] == [{"TableName": "Movies", "CapacityUnits": 1.0}], answer


@check
def batch_of_writes():
    answer = batch(
        ("INSERT INTO Movies VALUE {'year': ?, 'title': ?}", 1990, "new"),
        ("INSERT INTO Movies VALUE {'year': ?, 'title': ?}", 1980, "movie 00"),
        (f"UPDATE Movies SET rating = 1 {WHOLE_KEY}", 1990, "nobody"),
        (f"DELETE FROM Nowhere {WHOLE_KEY}", 1990, "x"),
    )
    codes = [response.get("Error", {}).get("Code") for response in answer["Responses"]]
    assert codes == [None, "DuplicateItem", "ConditionalCheckFailed", "ResourceNotFound"], answer
    assert run(f"SELECT * FROM Movies {WHOLE_KEY}", 1990, "new")["Items"] != []


@check
def batch_refused_as_a_whole():
    select = f"SELECT * FROM Movies {WHOLE_KEY}"
    read = {"Statement": select, "Parameters": [1980, "movie 00"]}
    write = {"Statement": f"DELETE FROM Movies {WHOLE_KEY}", "Parameters": [1980, "movie 01"]}
    refused(
        "ValidationException",
        "Read and write requests together in the same batch is not supported.",
        documents.batch_execute_statement,
        Statements=[read, write],
    )
    refused(
        "ValidationException",
        "Provided list of item keys contains duplicates",
        documents.batch_execute_statement,
        Statements=[read, read],
    )


def transact(*statements, **options):
    members = [{"Statement": text, **({"Parameters": list(values)} if values else {})} for text, *values in statements]
    return documents.execute_transaction(TransactStatements=members, **options)


@check
def transaction_of_statements():
    rating = f"SELECT rating FROM Movies {WHOLE_KEY}"
    for _ in range(2):
        transact(
            (f"UPDATE Movies SET rating = rating + 1 {WHOLE_KEY}", 1980, "movie 04"),
            (f"EXISTS(SELECT * FROM Movies {WHOLE_KEY} AND rating = ?)", 1981, "movie 05", Decimal("1.25")),
            ("INSERT INTO Movies VALUE {'year': ?, 'title': ?}", 2010, "both"),
            ClientRequestToken="once",
        )
    answer = transact((rating, 1980, "movie 04"), (rating, 1980, "nothing"))
    assert answer["Responses"] == [{"Item": {"rating": 2}}, {}], answer


@check
def transaction_cancelled():
    try:
        transact(
            ("INSERT INTO Movies VALUE {'year': ?, 'title': ?}", 2020, "never"),
            ("INSERT INTO Movies VALUE {'year': ?, 'title': ?}", 1980, "movie 00"),
            (f"UPDATE Movies SET rating = 9 {WHOLE_KEY} AND rating < 0", 1980, "movie 06"),
        )
        raise AssertionError("not cancelled")
    except client.exceptions.TransactionCanceledException as error:
        reasons = error.response["CancellationReasons"]
        codes = [reason["Code"] for reason in reasons]
        assert codes == ["None", "DuplicateItem", "ConditionalCheckFailed"], reasons
        assert "Message" not in reasons[0], reasons
    assert run('SELECT * FROM Movies WHERE "year" = 2020')["Items"] == []


@check
def transaction_refused_as_a_whole():
    read = {"Statement": f"SELECT * FROM Movies {WHOLE_KEY}", "Parameters": [1980, "movie 00"]}
    write = {"Statement": f"DELETE FROM Movies {WHOLE_KEY}", "Parameters": [1980, "movie 01"]}
    refused(
        "ValidationException",
        "ExecuteTransaction API does not support both read and write operations in the same request.",
        documents.execute_transaction,
        TransactStatements=[read, write],
    )
    refused(
        "ValidationException",
        "Transaction request cannot include multiple operations on one item",
        documents.execute_transaction,
        TransactStatements=[write, write],
    )
    try:
        transact((f"UPDATE Movies SET rating = 1 {WHOLE_KEY}", 1980, "movie 04"), ClientRequestToken="once")
        raise AssertionError("not refused")
    except client.exceptions.IdempotentParameterMismatchException:
        pass


@check
def delete_table_of_statements():
    client.delete_table(TableName="Movies")
    client.get_waiter("table_not_exists").wait(TableName="Movies", WaiterConfig=WAIT)


run_checks()
