"""boto3 against the server whose URL is the first argument: a table is exported to a bucket of the
same server, read from there and restored; another is imported from a file.
"""

import base64
import gzip
import hashlib
import json
import sys
import time

import boto3
from botocore.config import Config

from boto3_checks import WAIT, check, refused, run_checks

URL = sys.argv[1]
TABLE = "Exported"
BUCKET = "exports"

client = boto3.client("dynamodb", endpoint_url=URL)
s3 = boto3.client("s3", endpoint_url=URL, config=Config(s3={"addressing_style": "path"}))


def content(key):
    return s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()


def checked(key):
    text = content(key)
    digest = base64.b64encode(hashlib.md5(text).digest())
    assert content(key.replace(".json", ".md5")) == digest, key
    return text.decode()


def ended(arn):
    while True:
        description = client.describe_export(ExportArn=arn)["ExportDescription"]
        if description["ExportStatus"] != "IN_PROGRESS":
            return description
        time.sleep(0.05)


@check
def a_table_is_exported_and_read_by_its_manifest():
    s3.create_bucket(Bucket=BUCKET)
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig=WAIT)
    client.update_continuous_backups(
        TableName=TABLE,
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )
    names = [f"item-{n}" for n in range(10)]
    for name in names:
        client.put_item(TableName=TABLE, Item={"pk": {"S": name}, "n": {"N": "1"}})
    arn = client.describe_table(TableName=TABLE)["Table"]["TableArn"]
    begun = client.export_table_to_point_in_time(TableArn=arn, S3Bucket=BUCKET, S3Prefix="some")
    description = ended(begun["ExportDescription"]["ExportArn"])
    assert description["ExportStatus"] == "COMPLETED", description
    assert description["ItemCount"] == 10, description
    summary = json.loads(checked(description["ExportManifest"]))
    found = []
    for line in checked(summary["manifestFilesS3Key"]).splitlines():
        entry = json.loads(line)
        data = content(entry["dataFileS3Key"])
        assert entry["md5Checksum"] == base64.b64encode(hashlib.md5(data).digest()).decode()
        found += [json.loads(item)["Item"] for item in gzip.decompress(data).splitlines()]
    assert sorted(item["pk"]["S"] for item in found) == names, found


@check
def exports_are_listed_page_by_page():
    arn = client.describe_table(TableName=TABLE)["Table"]["TableArn"]
    second = client.export_table_to_point_in_time(TableArn=arn, S3Bucket="missing-bucket")
    failed = ended(second["ExportDescription"]["ExportArn"])
    assert failed["FailureCode"] == "S3NoSuchBucket", failed
    first = client.list_exports(TableArn=arn, MaxResults=1)
    rest = client.list_exports(TableArn=arn, MaxResults=1, NextToken=first["NextToken"])
    states = [page["ExportSummaries"][0]["ExportStatus"] for page in (first, rest)]
    assert states == ["FAILED", "COMPLETED"], states


@check
def a_table_is_imported_from_a_file_with_one_bad_line():
    s3.put_object(Bucket=BUCKET, Key="people.csv", Body=b"id;name\n1;Ann\n2;\"Bob; B.\"\n;Nobody\n")
    begun = client.import_table(
        S3BucketSource={"S3Bucket": BUCKET, "S3KeyPrefix": "people"},
        InputFormat="CSV",
        InputFormatOptions={"Csv": {"Delimiter": ";"}},
        TableCreationParameters={
            "TableName": "Imported",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST",
        },
    )["ImportTableDescription"]
    while begun["ImportStatus"] == "IN_PROGRESS":
        time.sleep(0.05)
        begun = client.describe_import(ImportArn=begun["ImportArn"])["ImportTableDescription"]
    assert begun["FailureCode"] == "ItemValidationError", begun
    counts = [begun[name] for name in ("ProcessedItemCount", "ImportedItemCount", "ErrorCount")]
    assert counts == [3, 2, 1], counts
    listed = client.list_imports()["ImportSummaryList"]
    assert begun["ImportArn"] in [each["ImportArn"] for each in listed], listed
    item = client.get_item(TableName="Imported", Key={"id": {"S": "2"}})["Item"]
    assert item["name"] == {"S": "Bob; B."}, item
    client.delete_table(TableName="Imported")


@check
def a_table_is_restored_to_the_latest_moment():
    window = client.describe_continuous_backups(TableName=TABLE)["ContinuousBackupsDescription"]
    assert window["PointInTimeRecoveryDescription"]["RecoveryPeriodInDays"] == 35, window
    begun = client.restore_table_to_point_in_time(
        SourceTableName=TABLE, TargetTableName="Restored", UseLatestRestorableTime=True
    )
    assert begun["TableDescription"]["RestoreSummary"]["RestoreInProgress"], begun
    client.get_waiter("table_exists").wait(TableName="Restored", WaiterConfig=WAIT)
    assert client.scan(TableName="Restored", Select="COUNT")["Count"] == 10
    refused(
        "TableAlreadyExistsException",
        "Table already exists: Restored",
        client.restore_table_to_point_in_time,
        SourceTableName=TABLE,
        TargetTableName="Restored",
        UseLatestRestorableTime=True,
    )
    client.delete_table(TableName="Restored")


@check
def a_missing_export_is_not_found():
    arn = client.describe_table(TableName=TABLE)["Table"]["TableArn"]
    missing = f"{arn}/export/01791504762511-2779fadd"
    refused(
        "ExportNotFoundException",
        f"Export not found: Export not found: {missing}",
        client.describe_export,
        ExportArn=missing,
    )
    client.delete_table(TableName=TABLE)


run_checks()
