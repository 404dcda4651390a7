"""boto3: buckets on the server's own address, with the transfers that boto3 adds to S3's calls."""

import io
import os
import sys
import urllib.request

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.exceptions import ClientError

from boto3_checks import check, run_checks

url = sys.argv[1]
s3 = boto3.client("s3", endpoint_url=url)
large = os.urandom(18 * 1024 * 1024 + 5)
parts = TransferConfig(multipart_threshold=6 * 1024 * 1024, multipart_chunksize=6 * 1024 * 1024)


@check
def a_bucket_is_created():
    s3.create_bucket(
        Bucket="boto-bucket",
        CreateBucketConfiguration={"LocationConstraint": "eu-central-1"},
    )
    s3.get_waiter("bucket_exists").wait(Bucket="boto-bucket")
    names = [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]
    assert "boto-bucket" in names, names


@check
def a_file_is_uploaded_in_parts_and_downloaded():
    s3.upload_fileobj(io.BytesIO(large), "boto-bucket", "large", Config=parts)
    assert s3.head_object(Bucket="boto-bucket", Key="large")["ETag"].endswith('-4"')
    received = io.BytesIO()
    s3.download_fileobj("boto-bucket", "large", received, Config=parts)
    assert received.getvalue() == large


@check
def a_file_is_uploaded_whole_with_each_checksum():
    for algorithm in ["CRC32", "SHA1", "SHA256"]:
        s3.put_object(
            Bucket="boto-bucket", Key="checked", Body=b"content", ChecksumAlgorithm=algorithm
        )
        body = s3.get_object(Bucket="boto-bucket", Key="checked")["Body"].read()
        assert body == b"content"


@check
def an_object_is_copied_in_parts():
    source = {"Bucket": "boto-bucket", "Key": "large"}
    s3.copy(source, "boto-bucket", "copied", Config=parts)
    body = s3.get_object(Bucket="boto-bucket", Key="copied")["Body"].read()
    assert body == large


@check
def keys_of_any_kind_are_listed_in_order():
    keys = sorted(["ä +%", "a/b", "a", "a&b<c>", "z\t1", "日本/語"], key=lambda key: key.encode())
    for key in keys:
        s3.put_object(Bucket="boto-bucket", Key="keys/" + key, Body=key.encode())
    pages = s3.get_paginator("list_objects_v2").paginate(
        Bucket="boto-bucket", Prefix="keys/", PaginationConfig={"PageSize": 2}
    )
    found = [entry["Key"][5:] for page in pages for entry in page["Contents"]]
    assert found == keys, found
    older = s3.list_objects(Bucket="boto-bucket", Prefix="keys/")["Contents"]
    assert [entry["Key"][5:] for entry in older] == keys


@check
def a_missing_object_is_refused():
    try:
        s3.get_object(Bucket="boto-bucket", Key="missing")
    except ClientError as error:
        assert error.response["Error"]["Code"] == "NoSuchKey", error.response
        assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 404
    else:
        raise AssertionError("not refused")


@check
def a_refused_upload_is_told():
    for size in [10, 30 * 1024 * 1024]:
        try:
            s3.put_object(Bucket="no-such-bucket", Key="k", Body=os.urandom(size))
        except ClientError as error:
            assert error.response["Error"]["Code"] == "NoSuchBucket", error.response
        else:
            raise AssertionError("not refused")


@check
def presigned_addresses_work_both_ways():
    put = s3.generate_presigned_url("put_object", {"Bucket": "boto-bucket", "Key": "presigned"})
    request = urllib.request.Request(put, data=b"by address", method="PUT")
    request.add_header("Content-Type", "")
    assert urllib.request.urlopen(request).status == 200
    get = s3.generate_presigned_url("get_object", {"Bucket": "boto-bucket", "Key": "presigned"})
    assert urllib.request.urlopen(get).read() == b"by address"


@check
def everything_is_deleted():
    bucket = boto3.resource("s3", endpoint_url=url).Bucket("boto-bucket")
    bucket.objects.all().delete()
    bucket.delete()
    s3.get_waiter("bucket_not_exists").wait(Bucket="boto-bucket")


run_checks()
