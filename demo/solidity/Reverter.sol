// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Refuses whatever it is asked.
contract Reverter {
    error NotToday(address caller);

    function failWithReason() external payable {
        revert("Reverter: no");
    }

    function failWithError() external payable {
        revert NotToday(msg.sender);
    }
}
