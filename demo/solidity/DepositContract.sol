// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What a wallet sees of the beacon chain's deposit contract: the call, the event, and the ether that stays. The tree is left out.
contract DepositContract {
    uint64 private _count;

    event DepositEvent(bytes pubkey, bytes withdrawal_credentials, bytes amount, bytes signature, bytes index);

    function deposit(
        bytes calldata pubkey,
        bytes calldata withdrawal_credentials,
        bytes calldata signature,
        bytes32
    ) external payable {
        require(msg.value >= 1 ether && msg.value % 1 gwei == 0, "DepositContract: not a deposit");
        emit DepositEvent(
            pubkey,
            withdrawal_credentials,
            abi.encodePacked(uint64(msg.value / 1 gwei)),
            signature,
            abi.encodePacked(_count++)
        );
    }
}
