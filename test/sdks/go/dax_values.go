// Values that the checks of DAX write and compare.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

func text(value string) types.AttributeValue   { return &types.AttributeValueMemberS{Value: value} }
func number(value string) types.AttributeValue { return &types.AttributeValueMemberN{Value: value} }

func orderOf(n int, more ...item) item {
	made := key("ann", n)
	made["total"] = number(fmt.Sprint(10 * n))
	for _, each := range more {
		for name, value := range each {
			made[name] = value
		}
	}
	return made
}

var everything = item{
	"text":     text("grüße"),
	"empty":    text(""),
	"whole":    number("-17"),
	"fraction": number("3.25"),
	"large":    number("12345678901234567890123456789012345678"),
	"bytes":    &types.AttributeValueMemberB{Value: []byte{0, 1, 255}},
	"yes":      &types.AttributeValueMemberBOOL{Value: true},
	"no":       &types.AttributeValueMemberBOOL{Value: false},
	"nothing":  &types.AttributeValueMemberNULL{Value: true},
	"list": &types.AttributeValueMemberL{Value: []types.AttributeValue{
		text("a"), number("1"), &types.AttributeValueMemberL{Value: []types.AttributeValue{}},
	}},
	"map": &types.AttributeValueMemberM{Value: item{
		"inner": &types.AttributeValueMemberM{Value: item{"deep": number("1")}},
	}},
	"texts":    &types.AttributeValueMemberSS{Value: []string{"a", "b"}},
	"numbers":  &types.AttributeValueMemberNS{Value: []string{"1", "2.5"}},
	"binaries": &types.AttributeValueMemberBS{Value: [][]byte{[]byte("a"), []byte("b")}},
}

// Sets have no order, and the client prints 3.25 as 325E-2.
func inOrder(given item) item {
	plain := item{}
	for name, value := range given {
		switch kept := value.(type) {
		case *types.AttributeValueMemberSS:
			slices.Sort(kept.Value)
		case *types.AttributeValueMemberBS:
			slices.SortFunc(kept.Value, bytes.Compare)
		case *types.AttributeValueMemberN:
			value = number(exact(kept.Value))
		case *types.AttributeValueMemberNS:
			numbers := []string{}
			for _, each := range kept.Value {
				numbers = append(numbers, exact(each))
			}
			slices.Sort(numbers)
			value = &types.AttributeValueMemberNS{Value: numbers}
		}
		plain[name] = value
	}
	return plain
}

func exact(digits string) string {
	value, _ := new(big.Rat).SetString(digits)
	return value.RatString()
}

func same(what string, got, wanted item) error {
	if !reflect.DeepEqual(inOrder(got), inOrder(wanted)) {
		return fmt.Errorf("%s: got %s, wanted %s", what, printed(got), printed(wanted))
	}
	return nil
}

func printed(value any) string {
	line, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(line)
}

func get(table string, key item) (item, error) {
	found, err := accelerated.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table, Key: key})
	if err != nil {
		return nil, err
	}
	return found.Item, nil
}

func put(table string, written item) error {
	_, err := accelerated.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: written})
	return err
}

// Whether an item is there and what was expected; nil for one that is not to be there.
func holds(table string, key, wanted item) error {
	got, err := get(table, key)
	if err != nil {
		return err
	}
	if wanted == nil {
		return expect("attributes of a missing item", len(got), 0)
	}
	return same("item", got, wanted)
}

func firstOf(faults ...error) error {
	for _, fault := range faults {
		if fault != nil {
			return fault
		}
	}
	return nil
}
